import { ZipFile } from 'yazl';

/** A fixed time, so that the bytes are the same each time. */
const MADE = new Date('2026-01-01T00:00:00Z');

/** Makes an archive with these files, by their names. */
export async function makeZip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) {
    zip.addBuffer(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, name, {
      mode: 0o100644,
      mtime: MADE,
    });
  }
  return finished(zip);
}

/** Returns the bytes of an archive to which everything has been added. */
export async function finished(zip: ZipFile): Promise<Buffer> {
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Returns the archive with a different name of the same length in every place of the name: for names that no zip writer
 * accepts.
 */
export function renamed(zip: Buffer, from: string | Buffer, to: string | Buffer): Buffer {
  const [before, after] = [Buffer.from(from), Buffer.from(to)];
  if (before.length !== after.length) throw new Error('Both names need the same length');
  const changed = Buffer.from(zip);
  for (let at = changed.indexOf(before); at >= 0; at = changed.indexOf(before, at + 1)) after.copy(changed, at);
  return changed;
}

/** The signature of the central directory's headers (APPNOTE.TXT, 4.3.12). */
const CENTRAL = Buffer.from([0x50, 0x4b, 0x01, 0x02]);

/** Changes each header of the central directory in place. */
export function changedHeaders(zip: Buffer, change: (header: Buffer) => void): Buffer {
  const changed = Buffer.from(zip);
  for (let at = changed.indexOf(CENTRAL); at >= 0; at = changed.indexOf(CENTRAL, at + 4)) change(changed.subarray(at));
  return changed;
}
