import { createHash } from 'node:crypto';
import { originalKey, type PictureFiles } from '#server/adapters/picture-files.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { isPictureNameFree } from '#server/repositories/brought-rows.ts';
import { insertImage, updateImage } from '#server/repositories/images.ts';
import { picturesByHash, picturesWithoutHash, setPictureHash } from '#server/repositories/picture-hashes.ts';
import { imageMetadataFields } from '#shared/contract/images.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ImportLedger } from './import-ledger.ts';

/**
 * The description of a picture; `filename` is its name when it was exported, `name` the name of its file before it was
 * uploaded.
 */
export interface PictureNote {
  alt?: string | undefined;
  title?: string | undefined;
  filename?: string | undefined;
  name?: string | undefined;
  focus?: string | undefined;
}

export interface PictureLibrary {
  /**
   * The address under /uploads/ of a picture with these bytes; a new picture is stored, once for any number of calls.
   * Its alternative text is set if it has none. Throws AppError `picture_refused`, `payload_too_large`.
   */
  addressOf(bytes: Buffer, note: PictureNote): Promise<string>;
  /** The number of stored pictures. */
  readonly stored: number;
}

interface PictureLibraryOptions {
  db: Executor;
  clock: Clock;
  files: PictureFiles;
  /** Stores nothing, and gives a new picture a placeholder address. */
  isDryRun: boolean;
  ledger?: ImportLedger | undefined;
}

/**
 * Finds pictures by their bytes: the same picture is stored only once, even in several runs or when it was uploaded in
 * the admin.
 */
export async function openPictureLibrary({
  db,
  clock,
  files,
  isDryRun,
  ledger,
}: PictureLibraryOptions): Promise<PictureLibrary> {
  // Pictures that were uploaded in the admin have no hash yet.
  const unnoted = new Map<string, string[]>();
  for (const { filename, originalFilename } of await picturesWithoutHash(db)) {
    const sha256 = await files.blobs.sum(originalKey(originalFilename));
    if (sha256 === null) continue;
    if (isDryRun) unnoted.set(sha256, [...(unnoted.get(sha256) ?? []), filename]);
    else await setPictureHash(db, filename, sha256);
  }
  const underWay = new Map<string, Promise<string>>();
  let stored = 0;

  const find = async (sha256: string, note: PictureNote): Promise<string | null> => {
    const known = await picturesByHash(db, sha256);
    const names = [...known.map(({ filename }) => filename), ...(unnoted.get(sha256) ?? [])];
    const name = names.find((each) => each === note.filename) ?? names[0];
    if (name === undefined) return null;
    const alt = lineOf(note.alt);
    const isBare = known.some((each) => each.filename === name && each.alt === '');
    if (isBare && alt !== '' && !isDryRun) await updateImage(db, name, { alt }, clock.now());
    return name;
  };
  const store = async (bytes: Buffer, sha256: string, note: PictureNote): Promise<string> => {
    stored += 1;
    if (isDryRun) {
      unnoted.set(sha256, [`${sha256.slice(0, 24)}.new`]);
      return `${sha256.slice(0, 24)}.new`;
    }
    const picture = await files.store(bytes, await formerName(db, note)).catch((error: unknown) => {
      stored -= 1;
      throw error;
    });
    const focus = imageMetadataFields.shape.focus.safeParse(note.focus).data;
    const words = { alt: lineOf(note.alt), title: lineOf(note.title), name: lineOf(note.name) };
    await atomically(db, async (trx) => {
      await insertImage(trx, picture, { now: clock.now(), ...words, focus });
      await setPictureHash(trx, picture.filename, sha256);
      await ledger?.made(trx, 'picture', picture.filename);
    });
    return picture.filename;
  };
  return {
    async addressOf(bytes, note) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      // Two posts that are read at the same time may show the same picture.
      const before = underWay.get(sha256)?.catch(() => null) ?? Promise.resolve(null);
      const name = before.then(async () => (await find(sha256, note)) ?? (await store(bytes, sha256, note)));
      underWay.set(sha256, name);
      return `/uploads/${await name}`;
    },
    get stored() {
      return stored;
    },
  };
}

/**
 * A picture that had one of our names keeps it if the name is free, so that addresses known elsewhere stay valid after
 * a move.
 */
async function formerName(db: Executor, { filename = '' }: PictureNote): Promise<{ id?: string }> {
  const id = /^[0-9a-f]{24}(?=[-.])/.exec(filename)?.[0];
  return id !== undefined && (await isPictureNameFree(db, id)) ? { id } : {};
}

/** The text in the form that the picture's own form would accept. */
function lineOf(text: string | undefined): string {
  const line = (text ?? '')
    .toWellFormed()
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, 1000)
    .toWellFormed();
  return imageMetadataFields.shape.alt.safeParse(line).data ?? '';
}
