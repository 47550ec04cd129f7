export { createNoteShortcut } from './note-shortcut.ts';
export { openShortcutChoice } from './shortcut-choice.ts';
