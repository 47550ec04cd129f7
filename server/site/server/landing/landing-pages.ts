import { funWorkouts } from './fun-workouts.ts';
import type { LandingPage } from './landing-page.ts';
import { pilatesToPole } from './pilates-to-pole.ts';
import { poleClassesNearMe } from './pole-classes-near-me.ts';
import { yogaToPole } from './yoga-to-pole.ts';

/**
 * The landing pages in their order (docs/rules.md, "Landing pages"). Only the server reads them: their texts are in no
 * bundle that readers of other pages load.
 */
export const landingPages: readonly LandingPage[] = [pilatesToPole, yogaToPole, poleClassesNearMe, funWorkouts];

/** Returns the landing page at a path; undefined where there is none. */
export function findLandingPage(path: string): LandingPage | undefined {
  return landingPages.find((page) => page.path === path);
}
