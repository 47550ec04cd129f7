import path from 'node:path';
import { type ShortcutChoice, shortcutChoice } from '#shared/contract/ipc.ts';
import { type ChoiceFile, openChoiceFile } from '../servers/choice-file.ts';

/**
 * Opens the owner's choice of keys. It is off at first: while it is on, no other program on this computer gets these
 * keys.
 */
export function openShortcutChoice(
  folder: string,
  warn: (message: string, cause: unknown) => void,
): ChoiceFile<ShortcutChoice> {
  return openChoiceFile({
    file: path.join(folder, 'quick-note.json'),
    schema: shortcutChoice,
    first: { isOn: false, keys: 'Ctrl+Alt+Space' },
    onFault: (error) => warn('The keys of the quick note cannot be remembered', error),
  });
}
