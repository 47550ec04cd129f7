import { setImmediate as turn } from 'node:timers/promises';
import type { PictureStore } from './copied-pictures.ts';
import type { CopyStore } from './copy-store.ts';
import { pictureOfFile } from './pictures-of-post.ts';
import type { ShownPictures } from './post-table.ts';

/** The number of pictures that posts show, and how many of them are here. */
export interface PictureCount {
  here: number;
  of: number;
}

interface FetchPicturesOptions {
  store: Pick<CopyStore, 'read'>;
  pictures: PictureStore;
  /** Sends a request to the server; `address` begins with "/uploads/". */
  fetch(address: string, init: RequestInit): Promise<Response>;
  signal: AbortSignal;
  onCount(count: PictureCount): void;
}

/** The most pictures fetched at once, so that the owner's own calls come first. */
const AT_ONCE = 3;
/** The number of posts examined before other work gets its turn. */
const LOOKED_AT_ONCE = 200;
/** The longest time, in milliseconds, that one picture may take. */
const LONGEST = 60_000;
/** The largest file in bytes, the same as the server accepts. */
const LARGEST = 12 * 1024 * 1024;
const PICTURE_TYPE = /^image\/(?!svg)[\w.+-]+/i;

/**
 * Fetches the pictures that posts show and that are not here, those of the newest posts first, until all are here or
 * the room is full of pictures of equally new posts. A picture ranks by the newest post that shows it. A lower-ranking
 * picture is removed for a higher one, never for one of the same rank, so that two pictures cannot replace each other
 * in turn.
 *
 * Returns words for the owner when the disk is full, otherwise null. Throws when the server cannot be reached.
 */
export async function fetchPictures(options: FetchPicturesOptions): Promise<string | null> {
  const { pictures, signal, onCount } = options;
  const { missing, ranks } = await missingPictures(options);
  if (signal.aborted) return null;
  pictures.rank(ranks);
  let here = ranks.size - missing.length;
  onCount({ here, of: ranks.size });
  const queue = missing[Symbol.iterator]();
  let end: 'full' | 'disk-full' | null = null;

  async function work(): Promise<void> {
    for (const filename of queue) {
      if (end !== null || signal.aborted) return;
      const outcome = await fetchOne(filename);
      if (outcome === 'full' || outcome === 'disk-full') end = outcome;
      if (outcome !== 'kept' && outcome !== 'made-room') continue;
      here = outcome === 'kept' ? here + 1 : pictures.rankedHere();
      onCount({ here, of: ranks.size });
    }
  }
  async function fetchOne(filename: string) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]);
    const response = await options.fetch(`/uploads/${filename}`, {
      signal: limit,
      headers: { accept: 'image/webp,image/*' },
    });
    const type = response.headers.get('content-type') ?? '';
    const isStandIn = /\bno-store\b/i.test(response.headers.get('cache-control') ?? '');
    const isTooLarge = Number(response.headers.get('content-length') ?? 0) > LARGEST;
    if (response.status !== 200 || !PICTURE_TYPE.test(type) || isStandIn || isTooLarge) {
      await response.body?.cancel();
      return 'none' as const;
    }
    const body = new Uint8Array(await response.arrayBuffer());
    signal.throwIfAborted();
    return pictures.add(filename, { type, body });
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return end === 'disk-full' ? 'The disk is full: no more pictures can be kept on this computer.' : null;
}

async function missingPictures({ store, pictures, signal }: FetchPicturesOptions) {
  const ranks = new Map<string, number>();
  const missing: string[] = [];
  for (let offset = 0; !signal.aborted; offset += LOOKED_AT_ONCE) {
    const shown = store.read<ShownPictures[]>([], ({ posts }) => posts.pictures({ limit: LOOKED_AT_ONCE, offset }));
    if (shown.length === 0) break;
    for (const { createdAt, filenames } of shown) {
      for (const filename of filenames) {
        const picture = pictureOfFile(filename);
        if (ranks.has(picture)) continue;
        ranks.set(picture, Date.parse(createdAt));
        if (!pictures.hasPicture(filename)) missing.push(filename);
      }
    }
    await turn();
  }
  return { ranks, missing };
}
