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
  /** The site that is meant. */
  siteId(): Promise<string>;
  /** Aborted when the program ends. */
  ending: AbortSignal;
}

/** Milliseconds one upload may take. */
const LONGEST = 10 * 60_000;
/** What a server says of the picture itself. Everything else may be otherwise tomorrow. */
const REFUSALS = new Set([400, 409, 413, 415, 422]);

/** It goes into texts, in the place of a local one: an address of the server's own, in which there is none of these. */
const storedHere = uploadedImage.extend({
  url: z
    .string()
    .regex(/^\/uploads\/\w[\w.-]*$/)
    .refine((url) => waitingPicturesIn(url).length === 0),
});
type Stored = Pick<z.output<typeof storedHere>, 'url' | 'filename'>;

/** The server did not take a picture, and may do so another time. */
export class NotNowError extends Error {
  override readonly name = 'NotNowError';
  /** The answer's. */
  readonly status: number;
  /** The server's own words, where it gave any. */
  readonly words: string | null;
  constructor(status: number, words: string | null = null) {
    super(`answer ${status}`);
    this.status = status;
    this.words = words;
  }
}

/** What the server says of its refusal; null where it says nothing. */
async function wordsOf(answer: Response): Promise<string | null> {
  const said = errorBody.partial().safeParse(await answer.json().catch(() => null));
  return said.data?.message ?? null;
}

/**
 * Gives the server one picture that waits, with what was said of it meanwhile: answers its address there, or null where the server
 * refuses it, which is noted with the reason. Throws where another try is worthwhile.
 */
export function createWaitingUpload({ pictures, fetch, siteId, ending }: UploadOptions) {
  /** Those the server has and this computer has not noted yet: for what is left to do they are not sent once more. */
  const stored = new Map<string, Stored>();
  /** Tells what was said of it, until nothing else was said meanwhile. */
  async function describe(picture: WaitingPicture, filename: string): Promise<void> {
    const path = updateImage.path.replace(':filename', encodeURIComponent(filename));
    for (let sent = '{}'; ; ) {
      const { title, alt, focus } = pictures.find(picture.id) ?? picture;
      const words = Object.entries({ title, alt, focus }).filter(([, word]) => word !== '');
      const body = JSON.stringify(Object.fromEntries(words));
      if (body === sent) return;
      const answer = await ask(updateImage, path, { body, headers: { 'content-type': 'application/json' } });
      await answer.body?.cancel();
      // What it does not take is not worth the picture.
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

  /** Null where the server refuses it. */
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
