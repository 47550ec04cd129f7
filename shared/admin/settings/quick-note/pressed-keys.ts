type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>;

/**
 * What was pressed, as `shortcutKeys` has it. Null while only the keys beside others are down, for what a system takes for
 * itself or types with, and for keys without Ctrl, Alt or the system's own.
 */
export function pressedKeys(event: Pressed, isMac: boolean): string | null {
  const key = nameOf(event);
  if (key === null || !(event.ctrlKey || event.altKey || event.metaKey)) return null;
  const beside = [
    event.ctrlKey && 'Ctrl',
    event.altKey && 'Alt',
    event.metaKey && (isMac ? 'Cmd' : 'Super'),
    event.shiftKey && 'Shift',
  ];
  return [...beside.filter((name) => name !== false), key].join('+');
}

/** By the letter it types; with Alt a key may type another sign, and counts by its place. */
function nameOf({ key, code }: Pressed): string | null {
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase();
  if (/^F(?:[1-9]|1\d|2[0-4])$/.test(key)) return key;
  if (code === 'Space') return 'Space';
  return /^(?:Key([A-Z])|Digit(\d))$/.exec(code)?.slice(1).find(Boolean) ?? null;
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Cmd: '⌘' };

/** Keys as the owner reads them. */
export function keysText(keys: string, isMac: boolean): string {
  const names = keys.split('+');
  return isMac ? names.map((name) => MAC_SIGNS[name] ?? name).join(' ') : names.join(' + ');
}
