/** The mark in the browser's timeline from which on React answers. */
export const AWAKE = 'awake';

let waking: Promise<void> | undefined;
let isReady = false;

/** Whether React answers. */
export function isAwake(): boolean {
  return isReady;
}

/**
 * Loads React and has it take the page over; resolves when its first effects have run. Rejects where its modules cannot
 * be had; asked again, it tries again.
 */
export function wake(): Promise<void> {
  waking ??= load();
  return waking;
}

async function load(): Promise<void> {
  try {
    const { awake } = await import('../entry-client.tsx');
    await awake;
    isReady = true;
    performance.mark(AWAKE);
  } catch (error) {
    waking = undefined;
    throw error;
  }
}
