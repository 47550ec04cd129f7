import type { ScreenGroup } from '../../screen-groups.ts';

/** The attribute of the root that is set once React answers. */
export const AWAKE = 'data-awake';

/** The screens with which most visits begin: they are fetched together with React, the others after it. */
const earlyScreens: Partial<Record<ScreenGroup, () => Promise<unknown>>> = {
  post: () => import('../../pages/post.tsx'),
  lists: () => import('../../list-screens.ts'),
};

let screens: ScreenGroup | null = null;
let waking: Promise<void> | undefined;
let isReady = false;

/** Sets which screens the page that was opened needs. */
export function prepareToWake(group: ScreenGroup | null): void {
  screens = group;
}

/** Whether React answers. */
export function isAwake(): boolean {
  return isReady;
}

/**
 * Loads React and lets it take over the page; resolves when its first effects have run. Rejects when its modules cannot
 * be loaded; the next call tries again.
 */
export function wake(): Promise<void> {
  waking ??= load();
  return waking;
}

async function load(): Promise<void> {
  try {
    if (screens) {
      earlyScreens[screens]?.().catch(() => {
        // React loads these screens too, and reports the failure.
      });
    }
    // Not destructured, as in `askFor` of the comforts.
    const client = await import('../entry-client.tsx');
    await client.awake;
    isReady = true;
    document.documentElement.setAttribute(AWAKE, '');
  } catch (error) {
    waking = undefined;
    throw error;
  }
}
