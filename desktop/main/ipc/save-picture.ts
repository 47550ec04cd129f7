import path from 'node:path';
import type { Log } from '../log.ts';
import { writeFileAtomically } from '../servers/atomic-file.ts';
import { type FileDialogs, safeName } from './text-files.ts';

/**
 * Saves a picture at the place that the owner chooses. Returns false when it was not written: the owner has cancelled,
 * or has been told of the error.
 */
export async function savePicture(
  { name, body }: { name: string; body: Uint8Array },
  { dialogs, log }: { dialogs: FileDialogs; log: Log },
): Promise<boolean> {
  const file = await dialogs.chooseSave({ name: safeName(name, path.extname(name).toLowerCase()), type: 'picture' });
  if (file === null) return false;
  try {
    writeFileAtomically(file, body);
    return true;
  } catch (error) {
    log.error('A picture could not be written', error);
    await dialogs.tell('The picture could not be written there. Choose another folder.');
    return false;
  }
}
