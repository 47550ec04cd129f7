import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openStore, sweepWorkFolder, workFolder } from '#server/adapters/blobs/open-blobs.ts';
import { readOwner, sayOwner } from '#server/adapters/blobs/store-owner.ts';
import { takeBlobMoves } from '#server/adapters/data-lock.ts';
import { type Config, readConfig } from '#server/config.ts';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { readBackupRows } from '#server/repositories/backup-rows.ts';
import { moveBlobs } from '#server/services/blobs/move-blobs.ts';
import { openReceipt } from '#server/services/blobs/move-receipt.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { runCommand, typedPlace, UsageError } from './command.ts';
import { createProgress, plain } from './progress.ts';
import { stopSignal } from './stop-signal.ts';

const USAGE = `Usage: npm run blobs:move -- FROM TO

Copies pictures, share cards and backups from one place to another, and proves each: its bytes are read back from where they
were put and compared. FROM and TO are folders or places in an object store (s3://bucket/prefix). Nothing is deleted. The
server may run meanwhile. A run that was ended goes on where it was; a further run brings what has come since. It ends with
0 only when every file of FROM is in TO with the same bytes.`;

function readPlaces(): { from: string; to: string } | null {
  try {
    const options = { help: { type: 'boolean', short: 'h', default: false } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return null;
    const [from, to, ...more] = positionals.map(typedPlace);
    if (from !== undefined && to !== undefined && more.length === 0 && from !== to) return { from, to };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  throw new UsageError(USAGE);
}

/** Runs `npm run blobs:move`. */
export async function runBlobsMove(): Promise<void> {
  await runCommand(async () => {
    const places = readPlaces();
    if (places === null) {
      console.log(USAGE);
      return 0;
    }
    const config = readConfig(process.env);
    const letGo = takeBlobMoves(config.DATA_DIR);
    if (!letGo) throw new UsageError('Another move is under way. Wait until it is done.');
    try {
      await move(config, places);
      return 0;
    } finally {
      letGo();
    }
  });
}

async function move(config: Config, places: { from: string; to: string }): Promise<void> {
  const [from, to] = [openStore(config, places.from), openStore(config, places.to)];
  const siteId = (await readOwner(from))?.siteId ?? ownSite(config, from);
  // Checked before anything is put among another site's pictures.
  if (siteId !== null && to.address !== config.DATA_DIR) await sayOwner(to, { siteId, writer: null });
  const id = createHash('sha256').update(`${from.address}\n${to.address}`).digest('hex').slice(0, 12);
  const receipt = await openReceipt(path.join(config.DATA_DIR, `blobs-move-${id}.jsonl`), {
    from: from.address,
    to: to.address,
  });
  await sweepWorkFolder(config, systemClock.now());
  const progress = createProgress(process.stdout);
  const { blobs, bytes, copied, digest } = await moveBlobs({
    ...{ from, to, receipt, workFolder: workFolder(config), onProgress: progress.show },
    signal: stopSignal('Stopped. What was moved stays; the same command goes on with the rest.'),
  }).finally(progress.end);
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  console.log(
    `Done: ${blobs} files, ${size}, are in ${plain(to.address)} with the same bytes; ${copied} were copied now.`,
  );
  console.log(`Their sum: ${digest}\nThe receipt: ${plain(receipt.file)}`);
  if (from.address === config.BLOBS) console.log(`Now set BLOBS=${plain(to.address)} and start the server again.`);
}

/** Returns the id of the site in the data folder, when the blobs belong to that site. */
function ownSite(config: Config, from: BlobStore): string | null {
  const file = path.join(config.DATA_DIR, DATABASE_FILE);
  if (from.address !== config.BLOBS || !existsSync(file)) return null;
  const reader = openReader(file);
  try {
    return readBackupRows(reader).siteId;
  } finally {
    reader.close();
  }
}
