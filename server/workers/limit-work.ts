import type { Worker } from 'node:worker_threads';

/** The shortest time, in milliseconds, between two looks. */
const LOOK_EVERY = 50;

/**
 * Calls `onOver` when a thread has used `limit` milliseconds of processor time from now on. Time in which a loaded
 * machine lets the thread wait does not count. Returns the function that cancels the limit.
 */
export function limitWork(thread: Worker, limit: number, onOver: () => void): () => void {
  const before = workOf(thread);
  let isCalledOff = false;
  const look = async () => {
    const left = limit - (await workOf(thread)) + (await before);
    if (isCalledOff) return;
    if (left > 0) timer = setTimeout(look, Math.max(left, LOOK_EVERY));
    else onOver();
  };
  let timer = setTimeout(look, limit);
  return () => {
    isCalledOff = true;
    clearTimeout(timer);
  };
}

/**
 * Returns the milliseconds of processor time that a thread has used; 0 before it runs. It is answered in the middle of
 * the thread's work, too.
 */
function workOf(thread: Worker): Promise<number> {
  return thread.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  );
}
