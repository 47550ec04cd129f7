import { z } from 'zod';

/** How large a feed may be, in bytes; ours have a few hundred. */
export const MAX_FEED = 64 * 1024;
/** No installer of ours comes near this, in bytes. */
const MAX_FILE = 1024 * 1024 * 1024;

const feedShape = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/),
  files: z
    .array(
      z.object({
        // A name beside the feed, and no way to elsewhere.
        url: z.string().regex(/^[A-Za-z0-9][\w.+-]{0,200}$/),
        /** Base64 of 64 bytes. */
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().min(1).max(MAX_FILE),
      }),
    )
    .min(1)
    .max(20),
});

/** What electron-builder writes beside its installers (`latest-linux.yml`), as far as it is used: which version, in which files. */
export type Feed = z.output<typeof feedShape>;

/** Why an update is not taken, although somebody offers one. */
export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused';
}

/** Reads a feed whose signature was checked. Rejects with {@link UpdateRefused} for anything else than one. */
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
