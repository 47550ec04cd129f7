type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns what a key means for a text's history: Ctrl/Cmd+Z undoes; with Shift, or as Ctrl+Y, it redoes. */
export function historyKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): 'undo' | 'redo' | null {
  if (altKey || !(ctrlKey || metaKey)) return null;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && ctrlKey && !shiftKey ? 'redo' : null;
}
