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
  /** Sends a request to the server in use, signed in as the owner. */
  fetch: (address: string) => Promise<Response>;
}

/**
 * Writes a file of the server to the place that the owner chooses, piece by piece. The file gets its name when it is
 * complete. Returns false when the file was not written: the owner has cancelled, or has been told of the error. Other
 * users of this computer cannot read the file: it may hold everything that the site knows.
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
