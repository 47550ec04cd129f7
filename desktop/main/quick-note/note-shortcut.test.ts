import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNoteShortcut, openShortcutChoice } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-note-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Starts the shortcut on a system that grants all keys except those in `taken`, and does not know the name
 * "Ctrl+Alt+0".
 */
function startOn(taken: ReadonlySet<string> = new Set()) {
  const seen = { held: new Map<string, () => void>(), pressed: 0, warned: [] as string[] };
  const warn = (message: string) => void seen.warned.push(message);
  const shortcut = createNoteShortcut({
    system: {
      register(keys, run) {
        if (keys === 'Ctrl+Alt+0') throw new TypeError('conversion failure');
        if (!taken.has(keys)) seen.held.set(keys, run);
        return !taken.has(keys);
      },
      unregister: (keys) => void seen.held.delete(keys),
    },
    choice: openShortcutChoice(folder, warn),
    onPressed: () => {
      seen.pressed += 1;
    },
    warn,
  });
  shortcut.start();
  return { shortcut, seen };
}

test('no keys are taken before the owner wants it', () => {
  const { shortcut, seen } = startOn();
  expect(shortcut.state()).toEqual({ isOn: false, keys: 'Ctrl+Alt+Space', isRefused: false });
  expect(seen.held.size).toBe(0);
});

test('the keys that were chosen open a note, in the place of those before, also after a start, and are let go of', () => {
  const first = startOn();
  first.shortcut.choose({ isOn: true, keys: 'Ctrl+Alt+N' });
  expect(first.shortcut.choose({ isOn: true, keys: 'Alt+Shift+F7' })).toEqual({
    ...{ isOn: true, keys: 'Alt+Shift+F7', isRefused: false },
  });
  const { shortcut, seen } = startOn();
  expect([...first.seen.held.keys(), ...seen.held.keys()]).toEqual(['Alt+Shift+F7', 'Alt+Shift+F7']);
  seen.held.get('Alt+Shift+F7')?.();
  expect(seen.pressed).toBe(1);
  shortcut.choose({ isOn: false, keys: 'Alt+Shift+F7' });
  expect(seen.held.size).toBe(0);
  first.shortcut.stop();
  expect(first.seen.held.size).toBe(0);
});

test('keys that the system does not give, or does not know, are off, and stay off at the next start', () => {
  for (const keys of ['Ctrl+Alt+N', 'Ctrl+Alt+0']) {
    const { shortcut, seen } = startOn(new Set(['Ctrl+Alt+N']));
    shortcut.choose({ isOn: true, keys: 'Ctrl+Alt+B' });
    expect(shortcut.choose({ isOn: true, keys })).toEqual({ isOn: false, keys, isRefused: true });
    expect([seen.held.size, seen.warned.length]).toEqual([0, 1]);
    expect(startOn().shortcut.state()).toEqual({ isOn: false, keys, isRefused: false });
  }
});

test('keys that another program has at a start are taken again once they are free', () => {
  startOn().shortcut.choose({ isOn: true, keys: 'Ctrl+Alt+N' });
  const second = startOn(new Set(['Ctrl+Alt+N']));
  expect(second.shortcut.state()).toEqual({ isOn: false, keys: 'Ctrl+Alt+N', isRefused: true });
  expect(startOn().shortcut.state()).toMatchObject({ isOn: true });
});

test('what was remembered otherwise counts as nothing, and where nothing can be written the choice holds until the end', () => {
  const file = path.join(folder, 'quick-note.json');
  for (const text of ['{"isOn": tr', '{"isOn":true,"keys":"A"}', '{"isOn":true,"keys":"Shift+A"}']) {
    writeFileSync(file, text);
    expect(startOn().shortcut.state()).toMatchObject({ isOn: false });
  }
  rmSync(file);
  mkdirSync(file);
  const { shortcut, seen } = startOn();
  expect(shortcut.choose({ isOn: true, keys: 'Ctrl+Alt+N' })).toMatchObject({ isOn: true });
  expect(seen.warned).toHaveLength(1);
  expect(() => readFileSync(`${file}.partial`)).toThrow();
});
