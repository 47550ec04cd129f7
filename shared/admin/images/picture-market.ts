import { MAX_PICTURE_MARKET } from '#shared/contract/ai.ts';

/**
 * Returns the target market in the form that a picture request takes. The inputs of the chained prompts have no limit,
 * but the request has one; the beginning says enough about who will look at the picture.
 */
export function pictureMarket(targetMarket: string): string {
  return targetMarket.slice(0, MAX_PICTURE_MARKET).toWellFormed();
}
