import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Selection } from '#shared/content/insert-link.ts';
import { historyKey } from './history-key.ts';
import { endOfChange, movedSelection } from './moved-offset.ts';

/** The text and the ways to change it that are not typing. The object stays the same from one render to the next. */
export interface TextEdits {
  /** The text as it is now. */
  text(): string;
  /** What is selected in the field, also while the focus is elsewhere. */
  selection(): Selection;
  /** Changes the text elsewhere than where the owner writes: the cursor stays at its words. */
  change(markdown: string): void;
  /** Changes the text and goes on writing at an offset of the new one. */
  changeAndGo(markdown: string, cursor: number): void;
  /** Goes back to writing, at the place where it was left. */
  focus(): void;
}

interface TextSource {
  value: string;
  onChange(value: string, cursor?: number): void;
  undo(): boolean;
  redo(): boolean;
  isReadOnly: boolean;
}

interface AreaProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  /** What the field begins with. Later texts are put into it where they differ: told every value, React copies a long one with each key. */
  defaultValue: string;
  onChange(event: ChangeEvent<HTMLTextAreaElement>): void;
  onKeyDown(event: KeyboardEvent): void;
}

const UNHEARD = ['keyup', 'selectionchange'];

/** How the next value that was not typed came about. */
type Pending = { kind: 'history' } | { kind: 'go'; cursor: number };

/**
 * Binds a text field to a text with a history of its own: typing goes out with the cursor, undo and redo go to the
 * text's history in place of the browser's, which knows typing only, and a text that changes under the cursor leaves
 * it at its words.
 */
export function useTextEdits(source: TextSource): { area: AreaProps; edits: TextEdits } {
  const ref = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(source);
  latest.current = source;
  // Two changes between two renders build on one another.
  const text = useRef(source.value);
  text.current = source.value;
  const shown = useRef(source.value);
  const typed = useRef<string | null>(null);
  const pending = useRef<Pending | null>(null);
  const left = useRef<Selection>({ start: source.value.length, end: source.value.length });

  const [remember] = useState(() => () => {
    if (ref.current) left.current = { start: ref.current.selectionStart, end: ref.current.selectionEnd };
  });
  const step = (kind: 'undo' | 'redo') => {
    if (latest.current.isReadOnly) return;
    pending.current = { kind: 'history' };
    if (!latest.current[kind]()) pending.current = null;
  };

  const { value } = source;
  const [first] = useState(value);
  useLayoutEffect(() => {
    const area = ref.current;
    // What was typed and not drawn yet is what the remembered cursor stands in.
    const before = typed.current ?? shown.current;
    shown.current = value;
    const how = pending.current;
    pending.current = null;
    typed.current = null;
    if (area && area.value !== value) {
      remember();
      area.value = value;
    }
    if (!area || before === value) return;
    // The browser has put the cursor at the end.
    if (how?.kind === 'go') {
      area.setSelectionRange(how.cursor, how.cursor);
    } else if (how?.kind === 'history') {
      const place = endOfChange(before, value);
      area.setSelectionRange(place, place);
    } else {
      const { start, end } = movedSelection(before, value, left.current);
      area.setSelectionRange(start, end);
    }
    left.current = { start: area.selectionStart, end: area.selectionEnd };
    if (how?.kind === 'go' || (how && document.activeElement === area)) focusAtCursor(area);
  }, [value, remember]);

  // Undo of the browser's menus comes as an input of its own kind.
  const undo = useRef(step);
  undo.current = step;
  useLayoutEffect(() => {
    const area = ref.current;
    if (!area) return;
    const onBeforeInput = (event: InputEvent) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      undo.current(event.inputType === 'historyUndo' ? 'undo' : 'redo');
    };
    area.addEventListener('beforeinput', onBeforeInput);
    // React reads the selection whenever it hears of these, and in a long text that is a tenth of a keystroke.
    const unheard = (event: Event) => event.stopPropagation();
    for (const type of UNHEARD) area.addEventListener(type, unheard);
    return () => {
      area.removeEventListener('beforeinput', onBeforeInput);
      for (const type of UNHEARD) area.removeEventListener(type, unheard);
    };
  }, []);

  const edits = useMemo((): TextEdits => {
    const write = (markdown: string, cursor: number) => {
      remember();
      text.current = markdown;
      latest.current.onChange(markdown, cursor);
    };
    return {
      text: () => text.current,
      selection() {
        remember();
        return left.current;
      },
      change: (markdown) => write(markdown, endOfChange(text.current, markdown)),
      changeAndGo(markdown, cursor) {
        pending.current = { kind: 'go', cursor };
        write(markdown, cursor);
      },
      focus: () => ref.current?.focus(),
    };
  }, [remember]);

  return {
    edits,
    area: {
      ref,
      defaultValue: first,
      onChange({ target }) {
        typed.current = target.value;
        text.current = target.value;
        source.onChange(target.value, target.selectionEnd);
      },
      onKeyDown(event) {
        const asked = historyKey(event);
        if (!asked) return;
        event.preventDefault();
        step(asked);
      },
    },
  };
}

/** A field scrolls to its cursor when it gets the focus, and not when a program moves the cursor. */
function focusAtCursor(area: HTMLTextAreaElement): void {
  area.blur();
  area.focus();
}
