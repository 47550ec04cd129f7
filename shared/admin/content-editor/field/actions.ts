import type { EditorState, Extension, StateCommand } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { insertRule, insertTable, toggleCodeBlock } from './blocks.ts';
import { fencedCode } from './in-code.ts';
import { begunMarks, hasInlineMark, toggleInline } from './inline-marks.ts';
import { headingOf, isQuoted, listKindOf, setHeading, toggleList, toggleQuote } from './line-marks.ts';
import { canMove, moveIn, moveOut } from './list-keys.ts';

/** An action on the text: available as a button, by keys and, if it makes a block, in the menu that opens at `/`. */
export interface Action {
  readonly name: ActionName;
  readonly label: string;
  /** The key in CodeMirror's notation; null for none. */
  readonly key: string | null;
  readonly run: StateCommand;
  /** Whether the action is on at the cursor. An action without this function is never on. */
  readonly isOn?: (state: EditorState) => boolean;
  /** Whether the action can do anything at the cursor. An action without this function always can. */
  readonly isPossible?: (state: EditorState) => boolean;
  /** Further words that find the action in the menu at `/`. An action without them is not in that menu. */
  readonly menu?: string;
}

export type ActionName =
  | `heading-${1 | 2 | 3 | 4 | 5 | 6}`
  | 'paragraph'
  | 'bold'
  | 'italic'
  | 'strikethrough'
  | 'code'
  | 'bullet'
  | 'ordered'
  | 'task'
  | 'indent'
  | 'outdent'
  | 'quote'
  | 'code-block'
  | 'table'
  | 'rule';

const headings = ([1, 2, 3, 4, 5, 6] as const).map(
  (level): Action => ({
    name: `heading-${level}`,
    label: `Heading ${level}`,
    key: `Mod-Alt-${level}`,
    run: setHeading(level),
    isOn: (state) => headingOf(state) === level,
    menu: `h${level} title`,
  }),
);

export const ACTIONS: readonly Action[] = [
  ...inline('bold', 'Bold', 'Mod-b'),
  ...inline('italic', 'Italic', 'Mod-i'),
  ...inline('strikethrough', 'Strikethrough', 'Mod-Shift-x'),
  ...inline('code', 'Code', 'Mod-e'),
  {
    name: 'paragraph',
    label: 'Paragraph',
    key: 'Mod-Alt-0',
    run: setHeading(0),
    isOn: (state) => headingOf(state) === 0,
    menu: 'text plain',
  },
  ...headings,
  ...list('bullet', 'Bulleted list', 'Mod-Shift-8'),
  ...list('ordered', 'Numbered list', 'Mod-Shift-7'),
  ...list('task', 'Task list', 'Mod-Shift-9'),
  ...move('indent', 'Indent', 'Mod-]', moveIn),
  ...move('outdent', 'Outdent', 'Mod-[', moveOut),
  { name: 'quote', label: 'Quotation', key: 'Mod-Shift-.', run: toggleQuote, isOn: isQuoted, menu: 'blockquote' },
  {
    name: 'code-block',
    label: 'Code block',
    key: 'Mod-Alt-c',
    run: toggleCodeBlock,
    isOn: (state) => fencedCode(state) !== null,
    menu: 'program source',
  },
  { name: 'table', label: 'Table', key: 'Mod-Alt-g', run: insertTable, menu: 'grid columns rows' },
  { name: 'rule', label: 'Line across', key: null, run: insertRule, menu: 'horizontal rule divider' },
];

function inline(name: 'bold' | 'italic' | 'strikethrough' | 'code', label: string, key: string): Action[] {
  return [{ name, label, key, run: toggleInline(name), isOn: (state) => hasInlineMark(state, name) }];
}

function list(name: 'bullet' | 'ordered' | 'task', label: string, key: string): Action[] {
  return [{ name, label, key, run: toggleList(name), isOn: (state) => listKindOf(state) === name, menu: 'items' }];
}

/** The key is handled even where nothing can be moved: CodeMirror's own handling would turn a paragraph into code. */
function move(name: 'indent' | 'outdent', label: string, key: string, run: StateCommand): Action[] {
  return [{ name, label, key, run: (target) => run(target) || true, isPossible: canMove }];
}

export function actionOf(name: ActionName): Action {
  const found = ACTIONS.find((action) => action.name === name);
  if (!found) throw new RangeError(`There is no action "${name}".`);
  return found;
}

/**
 * The keys of the actions. Keys with Ctrl and Alt are recognised by their position on the keyboard. They are ignored
 * while AltGr is pressed: AltGr also reports Ctrl and Alt, and writes a letter.
 */
export const actionKeys: Extension = [
  begunMarks,
  keymap.of(
    ACTIONS.flatMap(({ key, run }) =>
      key === null || key.includes('Alt') ? [] : [{ key, run, preventDefault: true }],
    ),
  ),
  EditorView.domEventHandlers({
    keydown(event, view) {
      const { ctrlKey, metaKey, altKey, shiftKey, code } = event;
      if (!altKey || shiftKey || ctrlKey === metaKey || event.getModifierState('AltGraph')) return false;
      const key = `Mod-Alt-${code.replace(/^(?:Digit|Key)/, '').toLowerCase()}`;
      const action = ACTIONS.find((other) => other.key === key);
      return action?.run(view) ?? false;
    },
  }),
];

/** Returns `Mod-Shift-x` in the form of `aria-keyshortcuts`, for both kinds of computers. */
export function ariaKeys(key: string): string {
  const parts = key.split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part));
  return ['Control', 'Meta']
    .map((modifier) => parts.map((part) => (part === 'Mod' ? modifier : part)).join('+'))
    .join(' ');
}

/** Returns `Mod-Shift-x` in the form that people read: Ctrl+Shift+X, on a Mac ⌘⇧X. */
export function shownKeys(key: string, isMac: boolean): string {
  const names: Record<string, string> = isMac ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' } : { Mod: 'Ctrl' };
  const parts = key.split('-').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
  return parts.join(isMac ? '' : '+');
}
