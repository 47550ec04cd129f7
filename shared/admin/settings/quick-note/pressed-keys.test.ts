import { expect, test } from 'vitest';
import { shortcutKeys } from '#shared/contract/ipc.ts';
import { keysText, pressedKeys } from './pressed-keys.ts';

const pressed = (given: Partial<Parameters<typeof pressedKeys>[0]>, isMac = false) =>
  pressedKeys({ key: '', code: '', ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...given }, isMac);

test.each([
  [{ key: 'n', code: 'KeyN', ctrlKey: true, altKey: true }, 'Ctrl+Alt+N'],
  [{ key: 'N', code: 'KeyN', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+N'],
  [{ key: ' ', code: 'Space', ctrlKey: true, altKey: true }, 'Ctrl+Alt+Space'],
  [{ key: 'F9', code: 'F9', altKey: true, shiftKey: true }, 'Alt+Shift+F9'],
  // The letter counts, also on a keyboard on which Z and Y have changed places.
  [{ key: 'z', code: 'KeyY', ctrlKey: true }, 'Ctrl+Z'],
])('%o are keys that can be chosen', (event, keys) => {
  expect(pressed(event)).toBe(keys);
  expect(shortcutKeys.safeParse(keys).success).toBe(true);
});

test('a key that types another sign with Alt counts by its place', () => {
  expect(pressed({ key: '˜', code: 'KeyN', altKey: true }, true)).toBe('Alt+N');
  expect(pressed({ key: 'n', code: 'KeyN', metaKey: true, altKey: true }, true)).toBe('Alt+Cmd+N');
  expect(pressed({ key: 'n', code: 'KeyN', metaKey: true }, false)).toBe('Super+N');
});

test.each([
  { key: 'n', code: 'KeyN' },
  { key: 'N', code: 'KeyN', shiftKey: true },
  { key: 'Control', code: 'ControlLeft', ctrlKey: true },
  { key: 'Tab', code: 'Tab', altKey: true },
  { key: 'Escape', code: 'Escape', ctrlKey: true },
])('%o are none', (event) => {
  expect(pressed(event)).toBeNull();
});

test.each(['N', 'Shift+N', 'Ctrl', 'Ctrl+', 'Ctrl+Tab', 'Ctrl+Alt+N; rm', 'Shift+Shift+A'])(
  'main refuses %s',
  (keys) => {
    expect(shortcutKeys.safeParse(keys).success).toBe(false);
  },
);

test('the owner reads them as their keyboard has them', () => {
  expect(keysText('Ctrl+Alt+N', false)).toBe('Ctrl + Alt + N');
  expect(keysText('Alt+Cmd+N', true)).toBe('⌥ ⌘ N');
});
