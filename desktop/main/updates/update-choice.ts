import path from 'node:path';
import { z } from 'zod';
import { type ChoiceFile, openChoiceFile } from '../servers/choice-file.ts';

export const channels = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof channels)[number];

const choiceShape = z.object({ channel: z.enum(channels), isAutomatic: z.boolean() });
/** The channel that the owner wants, and whether the app checks for versions automatically. */
export type UpdateChoice = z.output<typeof choiceShape>;

/** Opens the choice, which is stored in the app's folder. */
export function openUpdateChoice(
  folder: string,
  warn: (message: string, cause: unknown) => void,
): ChoiceFile<UpdateChoice> {
  return openChoiceFile({
    file: path.join(folder, 'updates.json'),
    schema: choiceShape,
    first: { channel: 'stable', isAutomatic: true },
    onFault: (error) => warn('What was chosen of updates cannot be remembered', error),
  });
}
