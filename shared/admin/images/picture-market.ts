import { MAX_PICTURE_MARKET } from '#shared/contract/ai.ts';

/**
 * The target market as a picture's request takes it. The inputs of the chained prompts have no limit, the request has one:
 * the beginning says enough of who will look at the picture.
 */
export function pictureMarket(targetMarket: string): string {
  return targetMarket.slice(0, MAX_PICTURE_MARKET).toWellFormed();
}
