import path from 'node:path';
import { z } from 'zod';
import { type ChoiceFile, openChoiceFile } from '../servers/choice-file.ts';

const trayChoice = z.object({ isShown: z.boolean() });
/** Whether the owner wants the icon beside the clock. */
export type TrayChoice = z.output<typeof trayChoice>;

export function openTrayChoice(
  folder: string,
  warn: (message: string, cause: unknown) => void,
): ChoiceFile<TrayChoice> {
  return openChoiceFile({
    file: path.join(folder, 'tray.json'),
    schema: trayChoice,
    first: { isShown: true },
    onFault: (error) => warn('Whether the icon is wanted cannot be remembered', error),
  });
}
