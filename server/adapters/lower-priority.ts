import { constants, setPriority } from 'node:os';

/** Gives a process the lowest priority. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Not every system allows a lower priority; the process works all the same.
  }
}
