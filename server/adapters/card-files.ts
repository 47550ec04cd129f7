import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { cardKey, type ShareCard } from '#server/site/share-card.ts';
import type { PictureProcess } from './picture-process.ts';

/** The share cards that are drawn. All can be drawn again, so no backup holds them. */
export interface CardFiles {
  readonly folder: string;
  /** The file of a card, in the folder. */
  nameOf(card: ShareCard): string;
  draw(card: ShareCard): Promise<void>;
  /** A card as PNG, drawn now where it is not yet. */
  read(card: ShareCard): Promise<Buffer>;
}

/** The names of cards. */
export const CARD_NAME = /^[0-9a-f]{14}\.png$/;

/** Cards under `dataDir`/cards. */
export function createCardFiles(dataDir: string, pictures: Pick<PictureProcess, 'make'>): CardFiles {
  const folder = path.join(dataDir, 'cards');
  const nameOf = (card: ShareCard) => `${cardKey(card)}.png`;
  const fileOf = (card: ShareCard) => path.join(folder, nameOf(card));
  /** Those somebody waits for, by name: many who ask at once wait for one drawing. */
  const drawing = new Map<string, Promise<void>>();

  const drawNow = (card: ShareCard): Promise<void> => {
    const name = nameOf(card);
    const begun = drawing.get(name);
    if (begun) return begun;
    const drawn = mkdir(folder, { recursive: true })
      .then(() => pictures.make({ what: 'card', card, file: fileOf(card) }, { isAwaited: true }))
      .finally(() => drawing.delete(name));
    drawing.set(name, drawn);
    return drawn;
  };
  return {
    folder,
    nameOf,
    draw: (card) => pictures.make({ what: 'card', card, file: fileOf(card) }),
    async read(card) {
      try {
        return await readFile(fileOf(card));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      }
      await drawNow(card);
      return readFile(fileOf(card));
    },
  };
}
