import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import type { FilePlace } from './file-place.ts';

/** The largest number of bytes of a file that is read at once: a table of half a million subscribers. */
const LARGEST = 64 * 1024 ** 2;

/**
 * A small file of a place as text; invalid UTF-8 becomes the replacement character.
 * @throws ImportFault when the file is too large or cannot be read
 */
export async function readText(place: FilePlace, name: string, most = LARGEST): Promise<string> {
  const size = place.files.find((file) => file.name === name)?.size ?? 0;
  if (size > most) throw new ImportFault(`${name} is larger than such a file can be`);
  const chunks: Buffer[] = [];
  for await (const chunk of await place.stream(name)) chunks.push(chunk as Buffer);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The first bytes of a file as text. */
export async function readBeginning(place: FilePlace, name: string, most: number): Promise<string> {
  const stream = await place.stream(name);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= most) break;
  }
  stream.destroy();
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, most));
}
