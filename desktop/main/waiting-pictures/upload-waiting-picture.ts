import { z } from 'zod';
import { type Endpoint, SITE_HEADER } from '#shared/contract/endpoint.ts';
import { errorBody } from '#shared/contract/error-body.ts';
import { updateImage, uploadedImage, uploadImage } from '#shared/contract/images.ts';
import { waitingPicturesIn } from '#shared/kernel/waiting-picture.ts';
import type { PictureFile, WaitingPicture } from './picture-file.ts';
import { uploadOf } from './read-upload.ts';

export interface UploadOptions {
  pictures: Pick<PictureFile, 'body' | 'find' | 'refuse' | 'sent'>;
  fetch(address: string, init: RequestInit): Promise<Response>;
  /** Returns the site that the upload is meant for. */
  siteId(): Promise<string>;
  /** Aborted when the program ends. */
  ending: AbortSignal;
}

/** The longest time, in milliseconds, that one upload may take. */
const LONGEST = 10 * 60_000;
/** Statuses by which a server refuses the picture itself. Any other status may change later. */
const REFUSALS = new Set([400, 409, 413, 415, 422]);

/**
 * The answer to an upload. Its address replaces a local one in texts, so it must be an address of the server's own, and
 * not that of a waiting picture.
 */
const storedHere = uploadedImage.extend({
  url: z
    .string()
    .regex(/^\/uploads\/\w[\w.-]*$/)
    .refine((url) => waitingPicturesIn(url).length === 0),
});
type Stored = Pick<z.output<typeof storedHere>, 'url' | 'filename'>;

/** Thrown when the server did not accept a picture, but may do so later. */
export class NotNowError extends Error {
  override readonly name = 'NotNowError';
  /** The status of the answer. */
  readonly status: number;
  /** The server's own words, if it gave any. */
  readonly words: string | null;
  constructor(status: number, words: string | null = null) {
    super(`answer ${status}`);
    this.status = status;
    this.words = words;
  }
}

/** Returns the server's words about its refusal; null when there are none. */
async function wordsOf(answer: Response): Promise<string | null> {
  const said = errorBody.partial().safeParse(await answer.json().catch(() => null));
  return said.data?.message ?? null;
}

/**
 * Returns a function that sends one waiting picture to the server, with the words that were set for it in the meantime.
 * It returns the picture's address at the server, or null when the server refuses the picture; the refusal is noted
 * with its reason. Throws when a retry is worthwhile.
 */
export function createWaitingUpload({ pictures, fetch, siteId, ending }: UploadOptions) {
  /**
   * Pictures that the server has, and that are not marked as sent on this computer yet: the remaining work does not
   * upload them again.
   */
  const stored = new Map<string, Stored>();
  /** Sends the words about the picture, until none were changed in the meantime. */
  async function describe(picture: WaitingPicture, filename: string): Promise<void> {
    const path = updateImage.path.replace(':filename', encodeURIComponent(filename));
    for (let sent = '{}'; ; ) {
      const { title, alt, focus } = pictures.find(picture.id) ?? picture;
      const words = Object.entries({ title, alt, focus }).filter(([, word]) => word !== '');
      const body = JSON.stringify(Object.fromEntries(words));
      if (body === sent) return;
      const answer = await ask(updateImage, path, { body, headers: { 'content-type': 'application/json' } });
      await answer.body?.cancel();
      // Words that the server refuses are not worth losing the picture.
      if (!answer.ok && !REFUSALS.has(answer.status)) throw new NotNowError(answer.status);
      sent = body;
    }
  }
  async function ask(
    { method }: Endpoint,
    path: string,
    { headers, body }: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | string },
  ): Promise<Response> {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(LONGEST)]);
    const site = { [SITE_HEADER]: await siteId() };
    return fetch(path, { method, body, signal, headers: { accept: 'application/json', ...site, ...headers } });
  }

  /** Returns null when the server refuses the picture. */
  async function send({ id, key, name, type }: WaitingPicture): Promise<Stored | null> {
    const body = pictures.body(id);
    if (body === null) return null;
    const { headers, ...sent } = await uploadOf({ id, key, name, type, body });
    const answer = await ask(uploadImage, uploadImage.path, { ...sent, headers });
    if (REFUSALS.has(answer.status)) {
      pictures.refuse(id, (await wordsOf(answer)) ?? `The server answered ${answer.status}.`);
      return null;
    }
    if (answer.status !== uploadImage.status) throw new NotNowError(answer.status, await wordsOf(answer));
    const image = storedHere.safeParse(await answer.json().catch(() => null));
    if (!image.success) throw new NotNowError(answer.status);
    stored.set(id, image.data);
    return image.data;
  }

  return async function upload(picture: WaitingPicture): Promise<string | null> {
    const { id } = picture;
    const there = stored.get(id) ?? (await send(picture));
    if (there === null) return null;
    await describe(picture, there.filename);
    pictures.sent(id, there.url);
    stored.delete(id);
    return there.url;
  };
}
