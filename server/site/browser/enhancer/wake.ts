import type { ScreenGroup } from '../../screens.ts';
import { importScreens } from './load-screens.ts';

/** The attribute of the root from which on React answers. */
export const AWAKE = 'data-awake';

let screens: ScreenGroup | null = null;
let waking: Promise<void> | undefined;
let isReady = false;

/** Says which screens the page that was opened needs. */
export function prepareToWake(group: ScreenGroup | null): void {
  screens = group;
}

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
    // Beside React, which will ask for them too.
    if (screens) importScreens(screens).catch(() => {});
    const { awake } = await import('../entry-client.tsx');
    await awake;
    isReady = true;
    document.documentElement.setAttribute(AWAKE, '');
  } catch (error) {
    waking = undefined;
    throw error;
  }
}
