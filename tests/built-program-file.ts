import { pathToFileURL } from 'node:url';
import { builtProgram } from './faults/built-program.ts';

/**
 * Stands for `server/program-file.ts` in Vitest while the build is one of the sources: a thread from sources takes four
 * times the processor time of its bundle, and hundreds are started.
 */
export const programFile = (name: string): URL => pathToFileURL(builtProgram(name));
