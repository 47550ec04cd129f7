import { constants, setPriority } from 'node:os';

/** Puts a process below everything else. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Not every system allows a lower priority; what the process does is done all the same.
  }
}
