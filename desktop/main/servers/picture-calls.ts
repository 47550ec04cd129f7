import type { CallsOf } from '../ipc/answer-call.ts';
import { savePicture } from '../ipc/save-picture.ts';
import type { FileDialogs } from '../ipc/text-files.ts';
import type { Log } from '../log.ts';
import type { ServerInUse } from './server-in-use.ts';

/** Returns the handlers for the pictures that wait to be sent, and for uploads in progress. */
export function pictureCalls(
  inUse: ServerInUse,
  options: { dialogs: FileDialogs; log: Log },
): CallsOf<'pictures' | 'upload'> {
  return {
    'pictures.waiting': () => inUse.ask(({ pictures }) => pictures.state(), []),
    'pictures.retry': ({ id }) => inUse.ask(({ pictures }) => pictures.retry(id), undefined),
    'pictures.remove': ({ id }) => inUse.ask(({ pictures }) => pictures.remove(id), undefined),
    'pictures.save': async ({ id }) => {
      const picture = await inUse.ask(({ pictures }) => pictures.file(id), null);
      if (picture !== null) return { saved: await savePicture(picture, options) };
      await options.dialogs.tell('The file of this picture is not on this computer any more, or cannot be read.');
      return { saved: false };
    },
    'upload.cancel': ({ id }) => inUse.ask((open) => open.cancelUpload(id), undefined),
  };
}
