import { BIN_KEEPS } from '#shared/kernel/bin.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import type { Log } from '../log.ts';
import type { PictureFile } from './picture-file.ts';
import { doesName } from './place-picture.ts';

/** Which pictures are named in documents, and since when no more. */
interface PictureUses {
  begin(): void;
  /** A document was changed. */
  note(documentId: string): void;
  /** Looks at everything once. */
  sweep(): Promise<void>;
  /** Resolves when nothing is under way. */
  stop(): Promise<void>;
}

interface UsesOptions {
  pictures: PictureFile;
  documents: Pick<DocumentStore, 'list' | 'load'>;
  clock: Clock;
  timers: Timers;
  log: Log;
  /** Pictures were let go of. */
  onRemoved(): void;
}

/** Milliseconds. */
const FIRST_SWEEP = 30_000;
const NEXT_SWEEP = 24 * 60 * 60 * 1000;
/** While somebody types, a draft changes every second. */
const PAUSE = 2000;

/**
 * Lets go of what a draft has named and nothing names any more for as long as the bin keeps a draft. A picture no draft ever
 * named was given to the library: it stays until it is sent or the owner removes it.
 */
export function createPictureUses({ pictures, documents, clock, timers, log, onRemoved }: UsesOptions): PictureUses {
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
    const unnamed = pictures.all().filter(({ namedAt, isPlaced }) => namedAt === null && !isPlaced);
    for (const id of unnamed.length === 0 ? [] : ids) {
      const updates = await documents.load(id);
      for (const picture of unnamed) if (doesName(updates, picture.id)) pictures.named(picture.id);
    }
  }
  async function sweep(): Promise<void> {
    const all = pictures.all();
    if (all.length === 0) return;
    const used = new Set<string>();
    for (const kind of ['draft', 'preferences'] as const) {
      for (const id of await documents.list(kind)) {
        const updates = await documents.load(id);
        for (const picture of all) if (!used.has(picture.id) && doesName(updates, picture.id)) used.add(picture.id);
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
    if (removed > 0) onRemoved();
  }
  const uses: PictureUses = {
    begin() {
      cancelSweep = timers.after(FIRST_SWEEP, function again() {
        void uses.sweep();
        cancelSweep = timers.after(NEXT_SWEEP, again);
      });
    },
    note(documentId) {
      if (isStopped) return;
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
