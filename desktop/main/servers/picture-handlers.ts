import type { Handlers } from '../ipc/answer-call.ts';
import { savePicture } from '../ipc/save-picture.ts';
import type { FileDialogs } from '../ipc/text-files.ts';
import type { Log } from '../log.ts';
import type { Connection } from './connection.ts';

type OfPictures = Extract<keyof Handlers, `pictures.${string}`>;
type WithServer = <T>(run: (open: Pick<Connection, 'pictures'>) => T | Promise<T>, otherwise: T) => Promise<T>;

/** The channels about the pictures that wait. */
export function pictureHandlers(
  withServer: WithServer,
  options: { dialogs: FileDialogs; log: Log },
): Pick<Handlers, OfPictures> {
  return {
    'pictures.waiting': () => withServer(({ pictures }) => pictures.state(), []),
    'pictures.retry': ({ id }) => withServer(({ pictures }) => pictures.retry(id), undefined),
    'pictures.remove': ({ id }) => withServer(({ pictures }) => pictures.remove(id), undefined),
    'pictures.save': async ({ id }) => {
      const picture = await withServer(({ pictures }) => pictures.file(id), null);
      return { saved: picture !== null && (await savePicture(picture, options)) };
    },
  };
}
