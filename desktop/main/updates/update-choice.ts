import path from 'node:path';
import { z } from 'zod';
import { readFileIfExists, writeFileAtomically } from '../servers/atomic-file.ts';

export const channels = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof channels)[number];

const choiceShape = z.object({ channel: z.enum(channels), isAutomatic: z.boolean() });
/** Which versions the owner wants, and whether the app looks for them by itself. */
export type UpdateChoice = z.output<typeof choiceShape>;

const FIRST: UpdateChoice = { channel: 'stable', isAutomatic: true };

export interface ChoiceFile {
  get(): UpdateChoice;
  /** Holds until the app ends also where it cannot be written. */
  set(choice: UpdateChoice): void;
}

/** The choice as it is remembered in the app's folder; what cannot be read is the first one. */
export function openUpdateChoice(folder: string, warn: (message: string, cause: unknown) => void): ChoiceFile {
  const file = path.join(folder, 'updates.json');
  let choice = read(file);
  return {
    get: () => choice,
    set(next) {
      choice = next;
      try {
        writeFileAtomically(file, JSON.stringify(next));
      } catch (error) {
        warn('What was chosen of updates cannot be remembered', error);
      }
    },
  };
}

function read(file: string): UpdateChoice {
  try {
    return choiceShape.parse(JSON.parse(readFileIfExists(file)?.toString('utf8') ?? ''));
  } catch {
    return FIRST;
  }
}
