import { text } from 'node:stream/consumers';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import type { BlobCondition, BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { LARGEST_MANIFEST, MANIFEST_KEY, manifestBytes, type PublishedManifest, parseManifest } from './manifest.ts';

/** Another server of the same site publishes, which was restored from a backup or was started after this one. */
export class OtherWriter extends Error {
  override readonly name = 'OtherWriter';
}

/** Reads and changes the manifest in the store for the writer. All functions reject with BlobFault, and OtherWriter. */
export interface ManifestKeeper {
  /** The current manifest; null for none. */
  look(): Promise<PublishedManifest | null>;
  /**
   * Puts the manifest that `make` returns, with a number above that of the current one. Returns it and the previous
   * one.
   */
  put(
    make: (number: number) => PublishedManifest,
  ): Promise<{ manifest: PublishedManifest; before: PublishedManifest | null }>;
}

interface KeeperOptions {
  store: BlobStore;
  siteId: string;
  /** The name of this run of the server. */
  writer: string;
  /** The time at which this server's site was last restored from a backup, in milliseconds since 1970; 0 for never. */
  restoredAt: () => Promise<number>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The largest number of times that a manifest is put again because somebody else put one first. */
const TRIES = 5;

export function createManifestKeeper({ store, siteId, writer, restoredAt, now }: KeeperOptions): ManifestKeeper {
  let known: { etag: string; manifest: PublishedManifest } | null = null;
  /** The number of the last manifest that this server has put, or has tried to put. */
  let own = 0;

  const read = async (): Promise<typeof known> => {
    const found = known ? await store.getOther(MANIFEST_KEY, known.etag) : await store.get(MANIFEST_KEY);
    if (found === 'same' || found === null) return found && known;
    const { etag, size } = found.head;
    if (size > LARGEST_MANIFEST) {
      found.body.destroy();
      throw notOurs(store);
    }
    const manifest = parseManifest(await text(found.body));
    if (!manifest) throw notOurs(store);
    return { etag, manifest };
  };
  const look = async () => {
    known = await read();
    if (!known) return null;
    const { manifest } = known;
    if (manifest.siteId !== siteId)
      throw new BlobFault(
        'misplaced',
        `${store.address} holds what another site has published. Name another place in BLOBS for this one.`,
      );
    // A machine that was given up may come back; its older state must not replace what was published since.
    if (manifest.restoredAt > (await restoredAt()))
      throw new OtherWriter(
        `A server whose site was put back from a backup publishes into ${store.address} (number ${manifest.number}). This one is of before that and has stopped publishing. To make it the writer again, put the newest backup back here.`,
      );
    // Before its first own manifest this server takes over from whichever server published.
    if (own > 0 && manifest.writer !== writer && manifest.number >= own)
      throw new OtherWriter(
        `Another server of this site publishes into ${store.address} (number ${manifest.number}). This one has stopped publishing. End one of the two; the one that is started last publishes.`,
      );
    return manifest;
  };
  return {
    look,
    async put(make) {
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const before = await look();
        // Taken from the clock, so that the number rises even if the manifest was lost; and above the previous number,
        // so that a wrong clock does not matter.
        const number = Math.max(own, before?.number ?? 0, Math.floor(now() / 1000)) + 1;
        const condition: BlobCondition = known ? { etag: known.etag } : { isNew: true };
        own = number;
        const manifest = make(number);
        const head = await store.putIf(MANIFEST_KEY, manifestBytes(manifest), condition, LABELS);
        if (!head) continue;
        known = { etag: head.etag, manifest };
        return { manifest, before };
      }
      throw new BlobFault(
        'unreachable',
        `${store.address} does not take ${MANIFEST_KEY}: it is another one each time.`,
      );
    },
  };
}

/** A client that reads the manifest directly from the store must not cache it. */
const LABELS = { type: 'application/json', cacheControl: 'no-cache' };

const notOurs = (store: BlobStore) =>
  new BlobFault(
    'misplaced',
    `${MANIFEST_KEY} in ${store.address} is not as this version of Ninefold writes it. Start the version that wrote it, or delete that file.`,
  );
