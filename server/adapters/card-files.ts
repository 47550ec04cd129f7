import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { cardKey, type ShareCard } from '#server/site/share-card.ts';
import type { SiteBlobs } from './blobs/site-blobs.ts';
import type { PictureProcess } from './picture-process.ts';

/** The drawn share cards. All can be drawn again, so no backup contains them. */
export interface CardFiles {
  /** Returns the name of a card, in the folder {@link CARDS_FOLDER} of the store. */
  nameOf(card: ShareCard): string;
  draw(card: ShareCard): Promise<void>;
  /** Returns a card as PNG; draws it first if it does not exist yet. */
  read(card: ShareCard): Promise<Buffer>;
}

export const CARDS_FOLDER = 'cards';
/** The pattern of cards' names. */
export const CARD_NAME = /^[0-9a-f]{14}\.png$/;

export function createCardFiles(blobs: SiteBlobs, pictures: Pick<PictureProcess, 'make'>): CardFiles {
  const nameOf = (card: ShareCard) => `${cardKey(card)}.png`;
  const keyOf = (card: ShareCard) => `${CARDS_FOLDER}/${nameOf(card)}`;
  /** The drawings that somebody waits for, by name: many calls at the same time wait for one drawing. */
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

/**
 * The number of cards that a reader instance caches because the writer has not drawn them yet; each has some fifty
 * kilobytes.
 */
const MOST_CACHED = 100;

interface ReaderCardOptions {
  blobs: SiteBlobs;
  pictures: Pick<PictureProcess, 'make'>;
  /** The folder in which a card is drawn; the file exists there for a moment only. */
  folder: string;
}

/**
 * Creates the cards of a reader instance, which puts nothing into the store: a missing card is drawn for the request.
 */
export function createReaderCards({ blobs, pictures, folder }: ReaderCardOptions): CardFiles {
  const nameOf = (card: ShareCard) => `${cardKey(card)}.png`;
  const cached = new LRUCache<string, Promise<Buffer>>({ max: MOST_CACHED });

  const drawHere = async (card: ShareCard): Promise<Buffer> => {
    const file = path.join(folder, `card-${randomBytes(6).toString('hex')}.partial`);
    try {
      await pictures.make({ what: 'card', card, file }, { isAwaited: true });
      return await readFile(file);
    } finally {
      await rm(file, { force: true });
    }
  };
  const draw = (card: ShareCard): Promise<Buffer> => {
    const begun = cached.get(nameOf(card)) ?? drawHere(card);
    cached.set(nameOf(card), begun);
    begun.catch(() => cached.delete(nameOf(card)));
    return begun;
  };
  return {
    nameOf,
    draw: async (card) => void (await draw(card)),
    async read(card) {
      const drawn = await blobs.file(`${CARDS_FOLDER}/${nameOf(card)}`).catch(() => null);
      return drawn === null ? draw(card) : readFile(drawn);
    },
  };
}
