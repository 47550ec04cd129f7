import { z } from 'zod';

/** The largest feed, in bytes; Ninefold's have a few hundred. */
export const MAX_FEED = 64 * 1024;
/** The largest file, in bytes. No installer of Ninefold comes near this. */
const MAX_FILE = 1024 * 1024 * 1024;

const feedShape = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/),
  files: z
    .array(
      z.object({
        // A file name beside the feed, which cannot lead elsewhere.
        url: z.string().regex(/^[A-Za-z0-9][\w.+-]{0,200}$/),
        /** Base64 of 64 bytes. */
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().min(1).max(MAX_FILE),
      }),
    )
    .min(1)
    .max(20),
});

/**
 * The parts in use of the file that electron-builder writes beside its installers (`latest-linux.yml`): the version,
 * and its files.
 */
export type Feed = z.output<typeof feedShape>;

/** The reason why an offered update is refused. */
export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused';
}

/** Reads a feed whose signature was checked. Rejects with {@link UpdateRefused} for any text that is not a feed. */
export async function readFeed(text: string): Promise<Feed> {
  const read = feedShape.safeParse(await parsed(text));
  if (!read.success) throw new UpdateRefused('The feed of updates has another shape than ours');
  return read.data;
}

async function parsed(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch {
    return null;
  }
}
