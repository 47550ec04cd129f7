import path from 'node:path';
import { DATABASE_FILE } from '#server/paths.ts';

/** The names of the two listeners; the first is one that speaks to the outside. */
export const LISTENERS = ['outside', 'inside'] as const;

export const databaseIn = (folder: string) => path.join(folder, DATABASE_FILE);
/** The file with a line for each time an event was given to a listener. */
export const givenTo = (folder: string, listener: string) => path.join(folder, `${listener}.given`);
/** The file with a line for each action of a listener. */
export const doneBy = (folder: string, listener: string) => path.join(folder, `${listener}.done`);
