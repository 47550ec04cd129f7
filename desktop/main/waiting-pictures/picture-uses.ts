import { BIN_KEEPS } from '#shared/kernel/bin.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { Log } from '../log.ts';
import type { PictureFile, WaitingPicture } from './picture-file.ts';
import { doesName, mayName, type PlaceOptions, placeInDraft } from './place-picture.ts';

/** Tracks which pictures are named in documents, and since when the others are not. */
interface PictureUses {
  begin(): void;
  /** Notes that a document was changed by this update; null when it was removed. */
  note(documentId: string, update: Uint8Array | null): void;
  /** Looks at all documents once. */
  sweep(): Promise<void>;
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
}

interface UsesOptions extends PlaceOptions {
  pictures: PictureFile;
  timers: Timers;
  log: Log;
  /** Called when pictures were removed. */
  onRemoved(): void;
}

/** Milliseconds until the first sweep, and from one sweep to the next. */
const FIRST_SWEEP = 30_000;
const NEXT_SWEEP = 24 * 60 * 60 * 1000;
/** The pause, in milliseconds, before a changed document is examined: a paste and its undo are examined together. */
const PAUSE = 2000;
const isDraft = (documentId: string) => documentId.startsWith('draft:');

/**
 * Gives the server's address to drafts that got the local address after the picture was sent: by a paste, an undo, or
 * another device. Removes a picture that a draft has named once nothing has named it for as long as the bin keeps a
 * draft. A picture that no draft ever named was given to the library: it stays until it is sent or the owner removes
 * it.
 */
export function createPictureUses(options: UsesOptions): PictureUses {
  const { pictures, documents, clock, timers, log, onRemoved } = options;
  const noted = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let cancelSweep = () => {};
  let cancelLook = () => {};

  const run = (work: () => Promise<void>) => {
    running = running
      .then(() => (isStopped ? undefined : work()))
      .catch((error: unknown) => log.warn('It is not known which pictures are still used', error));
    return running;
  };
  async function look(): Promise<void> {
    const ids = [...noted];
    noted.clear();
    const all = pictures.all().filter(({ namedAt, url }) => namedAt === null || url !== null);
    for (const id of all.length === 0 ? [] : ids) {
      const updates = await documents.load(id);
      for (const picture of all) if (doesName(updates, picture.id)) await found(id, picture);
    }
  }
  async function found(documentId: string, { id, url, namedAt }: WaitingPicture): Promise<void> {
    if (namedAt === null) pictures.named(id);
    if (url !== null && isDraft(documentId)) await placeInDraft(options, documentId, { id, url });
  }
  async function sweep(): Promise<void> {
    const all = pictures.all();
    if (all.length === 0) return;
    const used = new Set<string>();
    for (const kind of ['draft', 'preferences'] as const) {
      for (const id of await documents.list(kind)) {
        const updates = await documents.load(id);
        for (const picture of all) {
          if (!doesName(updates, picture.id)) continue;
          used.add(picture.id);
          await found(id, picture);
        }
      }
    }
    const before = clock.now() - BIN_KEEPS;
    let removed = 0;
    for (const { id, isPlaced, namedAt, createdAt } of all) {
      const since = namedAt ?? (isPlaced ? createdAt : null);
      if (used.has(id)) pictures.named(id);
      else if (since !== null && since < before) {
        pictures.remove(id);
        removed += 1;
      }
    }
    pictures.shrink();
    if (removed > 0) onRemoved();
  }
  const uses: PictureUses = {
    begin() {
      cancelSweep = timers.after(FIRST_SWEEP, function again() {
        void uses.sweep();
        cancelSweep = timers.after(NEXT_SWEEP, again);
      });
    },
    note(documentId, update) {
      // Only the update is examined: a large draft is not read at each pause in typing.
      if (isStopped || update === null || !mayName(update)) return;
      noted.add(documentId);
      cancelLook();
      cancelLook = timers.after(PAUSE, () => void run(look));
    },
    sweep: () => run(sweep),
    async stop() {
      isStopped = true;
      cancelSweep();
      cancelLook();
      await running;
    },
  };
  return uses;
}
