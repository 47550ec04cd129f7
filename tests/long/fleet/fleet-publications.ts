import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { openS3Store } from '#server/adapters/blobs/s3/s3-store.ts';
import { MANIFEST_KEY, type PublishedManifest, parseManifest } from '#server/services/publication/manifest.ts';
import { placeAt } from '#tests/object-store/object-store.ts';
import type { FleetStage } from './fleet-stage.ts';

/** The milliseconds between two checks; two publications are two seconds apart. */
const LOOKS_EVERY = 500;
const PATIENCE = { answer: 5000, piece: 5000, tries: 1, pause: 1 };

/** Reads each manifest in the store, until it is ended; then reports the cost of a publication. */
export function watchPublications({ store }: FleetStage): { end(): Promise<string> } {
  const place = placeAt(`http://127.0.0.1:${store.port}`, 'site');
  const blobs = openS3Store({ place, workFolder: tmpdir(), patience: PATIENCE });
  const seen = new Map<number, PublishedManifest>();
  let isOver = false;
  const look = async () => {
    const found = await blobs.get(MANIFEST_KEY);
    const manifest = found && parseManifest(await text(found.body));
    if (manifest) seen.set(manifest.number, manifest);
  };
  const running = (async () => {
    while (!isOver) {
      // The store may be dead at the moment.
      await look().catch(() => undefined);
      await wait(LOOKS_EVERY);
    }
  })();
  return {
    async end() {
      isOver = true;
      await running;
      return described([...seen.values()]);
    },
  };
}

function described(manifests: readonly PublishedManifest[]): string {
  const all = manifests.map(({ database, due }) => database.bytes + (due?.bytes ?? 0)).sort((a, b) => a - b);
  const plain = Math.max(0, ...manifests.map(({ database }) => database.plainBytes));
  const kb = (bytes = 0) => `${(bytes / 1000).toFixed(0)} kB`;
  return `${all.length} publications of ${kb(all[0])} to ${kb(all.at(-1))} (unpacked ${kb(plain)} at the most), which the writer puts once and each reader fetches once`;
}
