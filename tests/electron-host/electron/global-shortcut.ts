import { app } from './app.ts';
import { strict } from './strict.ts';

const KEYS =
  /^(?:(?:CmdOrCtrl|CommandOrControl|Cmd|Command|Ctrl|Control|Alt|Option|Shift|Super|Meta)\+)*(?:[A-Z0-9]|F\d{1,2}|Space)$/i;

const held = new Map<string, () => void>();
/** Keys that other programs hold: a test adds to them. */
const taken = new Set<string>();

function readyFor(name: string): void {
  if (!app.isReady()) throw new Error(`globalShortcut.${name} cannot be called before the app is ready`);
}

/** System-wide shortcuts. No key reaches them here: a test presses them by `press`. */
export const globalShortcut = strict('globalShortcut', {
  register(keys: string, run: () => void): boolean {
    readyFor('register');
    if (!KEYS.test(keys)) throw new TypeError('Error processing argument at index 0, conversion failure');
    if (taken.has(keys) || held.has(keys)) return false;
    held.set(keys, run);
    return true;
  },
  isRegistered: (keys: string) => held.has(keys),
  unregister(keys: string): void {
    readyFor('unregister');
    held.delete(keys);
  },
  unregisterAll: () => held.clear(),
  taken,
  press: (keys: string) => held.get(keys)?.(),
});
