import path from 'node:path';
import { z } from 'zod';
import { USUAL_PICTURE_BYTES } from '#shared/contract/copy-state.ts';
import type { Log } from '../log.ts';
import { readFileIfExists, writeFileAtomically } from '../servers/atomic-file.ts';

const stored = z.object({ pictureBytes: z.int().min(0) });

/**
 * Stores how many bytes of pictures the owner wants on this computer, for every server, in `copies.json` of the app's
 * folder.
 */
export function openPictureLimit(folder: string, log: Log): { get(): number; set(bytes: number): void } {
  const file = path.join(folder, 'copies.json');
  let bytes = read(file) ?? USUAL_PICTURE_BYTES;
  return {
    get: () => bytes,
    set(next) {
      bytes = next;
      try {
        writeFileAtomically(file, `${JSON.stringify({ pictureBytes: next })}\n`);
      } catch (error) {
        log.warn('How many pictures are kept cannot be remembered', error);
      }
    },
  };
}

function read(file: string): number | null {
  try {
    const text = readFileIfExists(file);
    return text ? stored.parse(JSON.parse(text.toString())).pictureBytes : null;
  } catch {
    return null;
  }
}
