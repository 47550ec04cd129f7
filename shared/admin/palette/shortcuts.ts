/** A list of keys that do one thing together, each as it is labelled; `Mod` is Ctrl, on a Mac Cmd. */
export interface Shortcut {
  keys: readonly string[];
  does: string;
  /** The name of the command in the palette, if it differs from `does`; null if the palette has no such command. */
  command?: string | null;
}

/** Every shortcut of the admin, as the list of shortcuts shows them. */
export const shortcuts: readonly { title: string; list: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    list: [
      { keys: ['Mod', 'Shift', 'P'], does: 'Find a screen, a post or a command', command: null },
      { keys: ['Mod', 'K'], does: 'The same, where no text is being written', command: null },
      { keys: ['?'], does: 'Show this list, where no text is being written', command: 'Keyboard Shortcuts' },
      { keys: ['Escape'], does: 'Close a window or a menu', command: null },
    ],
  },
  {
    title: 'In the list of posts',
    list: [{ keys: ['Shift', 'Click'], does: 'Choose every post from the one chosen last', command: null }],
  },
  {
    title: 'In the calendar',
    list: [
      { keys: ['Space'], does: 'Take a post, and put it down', command: null },
      { keys: ['←', '→'], does: 'Move it to another day', command: null },
      { keys: ['↑', '↓'], does: 'Move it to another week', command: null },
      { keys: ['Page Up', 'Page Down'], does: 'Move it to another month', command: null },
      { keys: ['Escape'], does: 'Put it back', command: null },
    ],
  },
  {
    title: 'In a post',
    list: [
      { keys: ['Mod', 'S'], does: 'Save', command: 'Save This Post' },
      { keys: ['Mod', 'Z'], does: 'Undo' },
      { keys: ['Mod', 'Shift', 'Z'], does: 'Redo' },
      { keys: ['Mod', 'J'], does: 'Have something suggested, or go to what was', command: null },
    ],
  },
  {
    title: 'In the text of a post',
    // Written out here, because the editor's own table would be loaded with every screen; a test compares the two.
    list: [
      { keys: ['Mod', 'B'], does: 'Bold' },
      { keys: ['Mod', 'I'], does: 'Italic' },
      { keys: ['Mod', 'Shift', 'X'], does: 'Strikethrough' },
      { keys: ['Mod', 'E'], does: 'Code' },
      { keys: ['Mod', 'K'], does: 'Link', command: 'Add Hyperlinks' },
      { keys: ['Mod', 'Alt', '0'], does: 'Paragraph' },
      { keys: ['Mod', 'Alt', '1 … 6'], does: 'Heading', command: null },
      { keys: ['Mod', 'Shift', '8'], does: 'Bulleted list' },
      { keys: ['Mod', 'Shift', '7'], does: 'Numbered list' },
      { keys: ['Mod', 'Shift', '9'], does: 'Task list' },
      { keys: ['Mod', ']'], does: 'Indent' },
      { keys: ['Mod', '['], does: 'Outdent' },
      { keys: ['Tab'], does: 'Indent an item of a list, or a line of code', command: 'Indent' },
      { keys: ['Shift', 'Tab'], does: 'Outdent it', command: 'Outdent' },
      { keys: ['Mod', 'Shift', '.'], does: 'Quotation' },
      { keys: ['Mod', 'Alt', 'C'], does: 'Code block' },
      { keys: ['Mod', 'Alt', 'G'], does: 'Table' },
      { keys: ['Mod', 'F'], does: 'Find and replace' },
      { keys: ['Mod', 'Shift', 'F'], does: 'Focus mode' },
      { keys: ['/'], does: 'Menu of blocks, where a line begins', command: null },
      { keys: ['[', '['], does: 'Link to a post, found by its words', command: null },
      { keys: ['Escape', 'Tab'], does: 'Leave the text', command: null },
    ],
  },
];

/** Returns the keys of a command of the palette; undefined for none. */
export function keysOf(command: string): readonly string[] | undefined {
  const wanted = command.toLowerCase();
  return shortcuts
    .flatMap(({ list }) => list)
    .find((shortcut) => (shortcut.command === undefined ? shortcut.does : shortcut.command)?.toLowerCase() === wanted)
    ?.keys;
}

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Returns the label of a key on this computer's keyboard. */
export function keyName(key: string, isMac: boolean): string {
  if (key === 'Mod') return isMac ? '⌘' : 'Ctrl';
  if (key === 'Alt' && isMac) return '⌥';
  return key;
}

/** Returns whether a key press asks for the palette or for the list of shortcuts; null for all other presses. */
export function askedBy(
  press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>,
  isWriting: boolean,
): 'palette' | 'shortcuts' | null {
  if (press.repeat || press.altKey) return null;
  const key = press.key.toLowerCase();
  if (press.ctrlKey || press.metaKey) {
    if (key === 'p' && press.shiftKey) return 'palette';
    return key === 'k' && !press.shiftKey && !isWriting ? 'palette' : null;
  }
  return key === '?' && !isWriting ? 'shortcuts' : null;
}

/** Whether the focused element takes typed letters as text. */
export function isTextField(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element.isContentEditable || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)
    return true;
  return element instanceof HTMLInputElement && !NO_TEXT.has(element.type);
}

const NO_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);
