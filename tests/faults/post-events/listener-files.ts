import path from 'node:path';
import { DATABASE_FILE } from '#server/paths.ts';

/** Names of the two listeners; the first speaks to the outside. */
export const LISTENERS = ['outside', 'inside'] as const;

export const databaseIn = (folder: string) => path.join(folder, DATABASE_FILE);
/** A line for each time an event was given to a listener. */
export const givenTo = (folder: string, listener: string) => path.join(folder, `${listener}.given`);
/** A line for each thing a listener has done out there. */
export const doneBy = (folder: string, listener: string) => path.join(folder, `${listener}.done`);
