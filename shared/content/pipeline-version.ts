import type { PostStyle } from '#shared/kernel/post-style.ts';

/** Raised whenever the same Markdown gives different HTML than before: stored posts are then rendered again. */
export const PIPELINE_VERSION = 7;

/** Larger than every version of the pipeline, so that each pair of version and style has a number of its own. */
const STYLES_FROM = 1_000_000;

/** Returns the number that is stored with HTML of this style: HTML with another number is rendered again. */
export function htmlVersionOf({ pictures, emphasis }: PostStyle): number {
  const style = (pictures === 'column' ? 1 : 0) + (emphasis === 'show' ? 2 : 0);
  return PIPELINE_VERSION + style * STYLES_FROM;
}
