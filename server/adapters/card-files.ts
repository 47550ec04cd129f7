import { readFile } from 'node:fs/promises';
import { cardKey, type ShareCard } from '#server/site/share-card.ts';
import type { SiteBlobs } from './blobs/site-blobs.ts';
import type { PictureProcess } from './picture-process.ts';

/** The share cards that are drawn. All can be drawn again, so no backup holds them. */
export interface CardFiles {
  /** The name of a card, in the folder {@link CARDS_FOLDER} of the store. */
  nameOf(card: ShareCard): string;
  draw(card: ShareCard): Promise<void>;
  /** A card as PNG, drawn now where it is not yet. */
  read(card: ShareCard): Promise<Buffer>;
}

export const CARDS_FOLDER = 'cards';
/** The names of cards. */
export const CARD_NAME = /^[0-9a-f]{14}\.png$/;

export function createCardFiles(blobs: SiteBlobs, pictures: Pick<PictureProcess, 'make'>): CardFiles {
  const nameOf = (card: ShareCard) => `${cardKey(card)}.png`;
  const keyOf = (card: ShareCard) => `${CARDS_FOLDER}/${nameOf(card)}`;
  /** Those somebody waits for, by name: many who ask at once wait for one drawing. */
  const drawing = new Map<string, Promise<void>>();

  const draw = (card: ShareCard, options?: { isAwaited: boolean }): Promise<void> =>
    blobs.put(keyOf(card), { make: (file) => pictures.make({ what: 'card', card, file }, options) });
  const drawNow = (card: ShareCard): Promise<void> => {
    const name = nameOf(card);
    const begun = drawing.get(name);
    if (begun) return begun;
    const drawn = draw(card, { isAwaited: true }).finally(() => drawing.delete(name));
    drawing.set(name, drawn);
    return drawn;
  };
  return {
    nameOf,
    draw: (card) => draw(card),
    async read(card) {
      const drawn = await blobs.file(keyOf(card));
      if (drawn !== null) return readFile(drawn);
      await drawNow(card);
      const file = await blobs.file(keyOf(card));
      if (file === null) throw new Error(`The card ${nameOf(card)} was drawn and is not there`);
      return readFile(file);
    },
  };
}
