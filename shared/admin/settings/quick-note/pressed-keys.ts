type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>;

/**
 * Returns the pressed keys in the form of `shortcutKeys`. Null while only modifier keys are down, for keys that a
 * system uses itself or types with, and for keys without Ctrl, Alt or the system's own modifier key.
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

/**
 * Names a key by the letter it types. With Alt a key may type another character, so it is then named by its position.
 */
function nameOf({ key, code }: Pressed): string | null {
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase();
  if (/^F(?:[1-9]|1\d|2[0-4])$/.test(key)) return key;
  if (code === 'Space') return 'Space';
  return /^(?:Key([A-Z])|Digit(\d))$/.exec(code)?.slice(1).find(Boolean) ?? null;
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Cmd: '⌘' };

/** Returns keys in the form that the owner reads. */
export function keysText(keys: string, isMac: boolean): string {
  const names = keys.split('+');
  return isMac ? names.map((name) => MAC_SIGNS[name] ?? name).join(' ') : names.join(' + ');
}
