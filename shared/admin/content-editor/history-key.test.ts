import { expect, test } from 'vitest';
import { historyKey } from './history-key.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  ['Ctrl+Z undoes', { key: 'z', ctrlKey: true }, 'undo'],
  ['Cmd+Z undoes', { key: 'z', metaKey: true }, 'undo'],
  ['Ctrl+Shift+Z redoes', { key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
  ['Ctrl+Y redoes', { key: 'y', ctrlKey: true }, 'redo'],
  ['Ctrl+Shift+Y is another command', { key: 'Y', ctrlKey: true, shiftKey: true }, null],
  ['Cmd+Y is another command', { key: 'y', metaKey: true }, null],
  ['AltGr+Z writes a letter', { key: 'z', ctrlKey: true, altKey: true }, null],
  ['Z writes a letter', { key: 'z' }, null],
] as const)('%s', (_, keys, asked) => {
  expect(historyKey({ ...none, ...keys })).toBe(asked);
});
