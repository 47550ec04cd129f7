import type { Worker } from 'node:worker_threads';

/** Milliseconds between two looks at least. */
const LOOK_EVERY = 50;

/**
 * Calls `onOver` when a thread has had `limit` milliseconds of processor time from now on. While a loaded machine lets it
 * wait, nothing is counted. Gives the function that calls it off.
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

/** Milliseconds of processor time a thread has had; none before it runs. Answered in the middle of its work, too. */
function workOf(thread: Worker): Promise<number> {
  return thread.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  );
}
