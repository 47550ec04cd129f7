import { readFileSync } from 'node:fs';

/** What the kernel keeps of a process (Linux, proc(5)). */

/** Ticks of CPU time a second: fixed at 100 by Linux's interface to programs. */
const TICKS = 100;

/** CPU seconds a process has used so far, its own and the kernel's for it. */
export function cpuSeconds(pid: number): number {
  const [user = 0, kernel = 0] = timesOf(pid);
  return user + kernel;
}

/** CPU seconds of the programs this process has started that have ended. */
export function endedCpuSeconds(): number {
  const [, , user = 0, kernel = 0] = timesOf(process.pid);
  return user + kernel;
}

/** Seconds in the process and in the kernel for it, and both of those of its children that have ended. */
function timesOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name stands in brackets and may hold anything; the numbers follow the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map((ticks) => Number(ticks) / TICKS);
}

/** Memory of a process in MB (10⁶ bytes) that is in RAM now, and the most there ever was. */
export function residentMemory(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / 1e6;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** The first child of a process: nginx answers from one. */
export function firstChild(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}
