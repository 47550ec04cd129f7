import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { type FileDialogs, safeName } from './text-files.ts';

interface DownloadOptions {
  dialogs: FileDialogs;
  log: Log;
  /** Asks the server in use, as its owner. */
  fetch: (address: string) => Promise<Response>;
}

/**
 * Writes a file of the server's where the owner says, piece by piece; it has its name when it is whole. False when it was
 * not written, which the owner knows then. Not for whoever else has this computer: it may hold all the site knows.
 */
export async function downloadFile(
  { path, name }: { path: string; name: string },
  { dialogs, log, fetch }: DownloadOptions,
): Promise<boolean> {
  const type = name.endsWith('.tar') ? 'backup' : 'archive';
  const file = await dialogs.chooseSave({ name: safeName(name, type === 'backup' ? '.tar' : '.zip'), type });
  if (file === null) return false;
  const partial = `${file}.partial`;
  try {
    const answer = await fetch(path);
    if (!answer.ok || !answer.body) {
      await dialogs.tell(await whyNot(answer));
      return false;
    }
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(partial, { mode: 0o600, flush: true }));
    await rename(partial, file);
    return true;
  } catch (error) {
    log.error('A file of the server could not be saved', error);
    await rm(partial, { force: true }).catch(() => undefined);
    await dialogs.tell('The file could not be saved: the server stopped sending it, or there is no room for it there.');
    return false;
  }
}

async function whyNot(answer: Response): Promise<string> {
  const body = z.object({ message: z.string() }).safeParse(await answer.json().catch(() => null));
  return body.data?.message ?? 'The server does not give this file.';
}
