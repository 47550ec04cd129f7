import { expect, test } from 'vitest';
import { ACTIONS } from '../content-editor/field/actions.ts';
import { historyKey } from '../content-editor/history-key.ts';
import { askedBy, keyName, shortcuts } from './shortcuts.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat', true>> = {},
) => ({
  ...{ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false },
  ...held,
  key,
});

test('Ctrl+Shift+P asks for the palette everywhere, Ctrl+K where no text is written; Cmd on a Mac', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }] as const) {
    expect(askedBy(press('P', { ...held, shiftKey: true }), true)).toBe('palette');
    expect(askedBy(press('k', held), false)).toBe('palette');
    expect(askedBy(press('k', held), true)).toBeNull();
    expect(askedBy(press('p', held), false)).toBeNull();
  }
});

test('a question mark asks for the shortcuts, and is text where text is written', () => {
  expect(askedBy(press('?', { shiftKey: true }), false)).toBe('shortcuts');
  expect(askedBy(press('?', { shiftKey: true }), true)).toBeNull();
});

test('a key that is held down, and AltGr, ask for nothing', () => {
  expect(askedBy(press('k', { ctrlKey: true, repeat: true }), false)).toBeNull();
  expect(askedBy(press('k', { ctrlKey: true, altKey: true }), false)).toBeNull();
});

test('no two shortcuts of a place have the same keys', () => {
  for (const { title, list } of shortcuts) {
    const keys = list.map((shortcut) => shortcut.keys.join('+'));
    expect(new Set(keys).size, title).toBe(keys.length);
  }
});

test('keys are called as the keyboard has them', () => {
  expect([keyName('Mod', true), keyName('Mod', false), keyName('K', true)]).toEqual(['⌘', 'Ctrl', 'K']);
});

test('undo and redo stand in the list by the keys that ask for them', () => {
  const all = shortcuts.flatMap(({ list }) => list);
  for (const does of ['Undo', 'Redo']) {
    const keys = all.find((shortcut) => shortcut.does === does)?.keys ?? [];
    const held = { ctrlKey: keys.includes('Mod'), shiftKey: keys.includes('Shift') };
    expect(historyKey({ ...press(keys.at(-1) ?? ''), ...held }), does).toBe(does.toLowerCase());
  }
});

test('every key of the editor stands in the list, by the name its button has', () => {
  const listed = new Map(
    shortcuts.flatMap(({ list }) => list.map(({ keys, does }) => [keys.join('-').toLowerCase(), does] as const)),
  );
  for (const { key, label } of ACTIONS) {
    if (key === null || label.startsWith('Heading')) continue;
    expect(listed.get(key.toLowerCase()), key).toBe(label);
  }
});
