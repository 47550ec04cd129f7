import type { EditorView } from '@codemirror/view';
import type { Selection } from '#shared/content/insert-link.ts';
import { spliceText } from '#shared/kernel/splice.ts';
import type { BoundText } from './binding.ts';

/** The text, and the ways to change it other than typing. */
export interface TextEdits {
  /** The text as it is now. */
  text(): string;
  /** What is selected in the field, even while the focus is elsewhere. */
  selection(): Selection;
  /** Changes the text away from where the owner writes: the cursor stays at its words. */
  change(markdown: string): void;
  /** Changes the text and puts the cursor at an offset of the new text, to go on writing. */
  changeAndGo(markdown: string, cursor: number): void;
  /** Scrolls to a place in the text and selects it. */
  goTo(place: Selection): void;
  /** Gives the focus back to the text, at the place where it was left. */
  focus(): void;
}

/** The edits of a text whose editor is not there yet: they change nothing. */
export function editsOf({ text }: BoundText): TextEdits {
  return {
    text: () => text.toString(),
    selection: () => ({ start: text.length, end: text.length }),
    change: () => undefined,
    changeAndGo: () => undefined,
    goTo: () => undefined,
    focus: () => undefined,
  };
}

/** The edits of a text by its editor. */
export function textEdits(view: EditorView): TextEdits {
  const text = () => view.state.doc.toString();
  const write = (markdown: string, cursor?: number) => {
    const splice = spliceText(text(), markdown.toWellFormed(), cursor);
    if (!splice || view.state.readOnly) return;
    const { index, remove, insert } = splice;
    view.dispatch({ changes: { from: index, to: index + remove, insert }, userEvent: 'input' });
  };
  return {
    text,
    selection() {
      const { from, to } = view.state.selection.main;
      return { start: from, end: to };
    },
    change: (markdown) => write(markdown),
    changeAndGo(markdown, cursor) {
      write(markdown, cursor);
      view.dispatch({ selection: { anchor: cursor }, scrollIntoView: true });
      view.focus();
    },
    goTo({ start, end }) {
      // The text may have become shorter since the place was found.
      const within = (offset: number) => Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor: within(start), head: within(end) }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
  };
}
