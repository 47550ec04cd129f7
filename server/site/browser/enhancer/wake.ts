import type { ScreenGroup } from '../../screen-groups.ts';

/** The attribute of the root from which on React answers. */
export const AWAKE = 'data-awake';

/** Most visits begin with one of these: they are fetched beside React, the others after it. */
const earlyScreens: Partial<Record<ScreenGroup, () => Promise<unknown>>> = {
  post: () => import('../../pages/post.tsx'),
  lists: () => import('../../list-screens.ts'),
};

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
    if (screens) {
      earlyScreens[screens]?.().catch(() => {
        // React asks for them too, and says so.
      });
    }
    // As in `askFor` of the comforts.
    const client = await import('../entry-client.tsx');
    await client.awake;
    isReady = true;
    document.documentElement.setAttribute(AWAKE, '');
  } catch (error) {
    waking = undefined;
    throw error;
  }
}
