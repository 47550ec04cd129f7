import { pathToFileURL } from 'node:url';
import { builtProgram } from './faults/built-program.ts';

/**
 * Replaces `server/program-file.ts` in Vitest if the build was made from these sources: a thread from sources takes
 * four times the processor time of its bundle, and hundreds are started.
 */
export const programFile = (name: string): URL => pathToFileURL(builtProgram(name));
