import { originalKey, type PictureFiles, uploadKey } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findImage, pictureRecords } from '#server/repositories/images.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { type Manifest, PICTURES } from './export-manifest.ts';
import type { ExportTarget } from './export-target.ts';
import type { ExportedPictures } from './post-file.ts';

const OWN_PICTURE = /\/uploads\/[\w.-]+/g;

type PictureNote = Manifest['pictures'][number];

interface PictureExport {
  /** Writes our own pictures among these addresses that are not written yet. */
  take(addresses: readonly string[]): Promise<void>;
  /** The written pictures, by address. */
  readonly known: ExportedPictures;
  /** Addresses of pictures whose files are gone. */
  readonly missing: ReadonlySet<string>;
  /** The manifest's entries for the written pictures, by file. */
  notes(): PictureNote[];
}

/** The addresses of our pictures in a post; some may only look like our addresses. */
export function picturesOf(post: Post): string[] {
  return [...(post.content.match(OWN_PICTURE) ?? []), ...(post.featuredImage ? [post.featuredImage] : [])];
}

/** Writes each picture once: the uploaded file, or the served file when the uploaded one is gone. */
export function createPictureExport({
  db,
  files,
  target,
}: {
  db: Executor;
  files: Pick<PictureFiles, 'blobs'>;
  target: Pick<ExportTarget, 'addPicture'>;
}): PictureExport {
  const known = new Map<string, { path: string; alt: string }>();
  const notes = new Map<string, PictureNote>();
  const missing = new Set<string>();

  const write = async (filename: string, original: string): Promise<PictureNote | null> => {
    const before = notes.get(original);
    if (before) return before;
    const keys = [originalKey(original), uploadKey(filename)];
    if (!(await target.addPicture((use) => files.blobs.borrow(keys, use), original))) return null;
    const image = await findImage(db, filename);
    const words = { title: '', alt: '', ...image?.metadata, name: image?.name ?? '', focus: image?.focus ?? '' };
    const note = { file: original, filename, ...words };
    notes.set(original, note);
    return note;
  };
  return {
    known,
    missing,
    async take(addresses) {
      const unknown = [...new Set(addresses)].filter((address) => !known.has(address) && !missing.has(address));
      for (const [address, { filename, originalFilename }] of await pictureRecords(db, unknown)) {
        const note = await write(filename, originalFilename);
        if (note === null) missing.add(address);
        else known.set(address, { path: `${PICTURES}/${note.file}`, alt: note.alt });
      }
    },
    notes: () => [...notes.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1)),
  };
}
