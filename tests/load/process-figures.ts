import { readFileSync } from 'node:fs';

/** The kernel's figures of a process (Linux, proc(5)). */

/** The ticks of CPU time in a second: fixed at 100 by Linux's interface to programs. */
const TICKS = 100;

/** Returns the CPU seconds that a process has used so far, its own and the kernel's for it. */
export function cpuSeconds(pid: number): number {
  const [user = 0, kernel = 0] = timesOf(pid);
  return user + kernel;
}

/** Returns the CPU seconds of the programs that this process has started and that have ended. */
export function endedCpuSeconds(): number {
  const [, , user = 0, kernel = 0] = timesOf(process.pid);
  return user + kernel;
}

/** Returns the seconds in the process and in the kernel for it, and both figures of its children that have ended. */
function timesOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name is in brackets and may contain anything; the numbers follow the last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map((ticks) => Number(ticks) / TICKS);
}

/** Returns a process's memory in RAM, in MB (10⁶ bytes): the current amount, and the highest ever. */
export function residentMemory(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / 1e6;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Returns the first child of a process: nginx answers from a child. */
export function firstChild(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}
