import { appendFile, mkdir, readFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';

/**
 * The record of a blob whose bytes were read back from the target store and compared. `from`, `to`: its etags at that
 * time.
 */
const provedSchema = z.object({
  key: z.string(),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  from: z.string(),
  to: z.string(),
});
export type ProvedBlob = z.output<typeof provedSchema>;

const headerSchema = z.object({ format: z.literal('ninefold-blobs'), from: z.string(), to: z.string() });

/** The list of the blobs that a move has verified, on this machine's disk: a listed blob need not be moved again. */
export interface MoveReceipt {
  readonly file: string;
  find(key: string): ProvedBlob | undefined;
  add(proved: ProvedBlob): Promise<void>;
}

/**
 * Opens the receipt of a move, or begins a new one. An incomplete line at its end, left by a kill, is ignored.
 * @throws BlobFault when the file belongs to another move.
 */
export async function openReceipt(file: string, { from, to }: { from: string; to: string }): Promise<MoveReceipt> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
  const [header, ...lines] = whole.split('\n').slice(0, -1);
  if (header === undefined) {
    await mkdir(path.dirname(file), { recursive: true });
    await append(file, { format: 'ninefold-blobs', from, to });
  } else {
    const said = headerSchema.safeParse(parse(header)).data;
    if (said?.from !== from || said.to !== to)
      throw new BlobFault('misplaced', `${file} is not the receipt of this move. Take it away and try again.`);
  }
  const proved = new Map<string, ProvedBlob>();
  for (const line of lines) {
    const blob = provedSchema.safeParse(parse(line)).data;
    if (blob) proved.set(blob.key, blob);
  }
  return {
    file,
    find: (key) => proved.get(key),
    async add(blob) {
      await append(file, blob);
      proved.set(blob.key, blob);
    },
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function append(file: string, value: object): Promise<void> {
  await appendFile(file, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
}
