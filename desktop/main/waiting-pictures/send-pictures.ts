import { z } from 'zod';
import { type Endpoint, SITE_HEADER } from '#shared/contract/endpoint.ts';
import { errorBody } from '#shared/contract/error-body.ts';
import { updateImage, uploadedImage, uploadImage } from '#shared/contract/images.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { Log } from '../log.ts';
import type { PictureFile, WaitingPicture } from './picture-file.ts';
import { uploadOf } from './read-upload.ts';

/** Sends the pictures that wait, one after the other, in the order in which they were given. */
export interface PictureSender {
  /** Begins, where it may and nothing is under way. */
  nudge(): void;
  /** Resolves when nothing is under way. */
  stop(): Promise<void>;
}

interface SenderOptions {
  pictures: PictureFile;
  /** One that the page is sending itself. */
  isInHand(id: string): boolean;
  fetch(address: string, init: RequestInit): Promise<Response>;
  /** Whether the server is reached and somebody is signed in. */
  isAllowed(): boolean;
  /** The site that is meant. */
  siteId(): Promise<string>;
  /** Puts a picture's address into the drafts. */
  place(picture: { id: string; url: string }): Promise<void>;
  /** Something is another than it was. */
  onChanged(): void;
  timers: Timers;
  log: Log;
}

/** Milliseconds after which a server that did not take a picture now is asked again. */
const TRY_AGAIN = 15_000;
/** Milliseconds one upload may take. */
const LONGEST = 10 * 60_000;
/** What a server says of the picture itself. Everything else may be otherwise tomorrow. */
const REFUSALS = new Set([400, 409, 413, 415, 422]);

/** It goes into texts: an address of the server's own. */
const storedHere = uploadedImage.extend({ url: z.string().regex(/^\/uploads\/[\w.-]+$/) });

export function createPictureSender(options: SenderOptions): PictureSender {
  const { pictures, timers, log } = options;
  const end = new AbortController();
  let running: Promise<void> | null = null;
  let cancel = () => {};

  async function sendAll(): Promise<void> {
    let failed: NotNowError | null = null;
    for (let last = 0; ; ) {
      const next = pictures.all().find(({ seq, ...each }) => seq > last && isToBeSent(each));
      if (next === undefined || end.signal.aborted || !options.isAllowed()) break;
      last = next.seq;
      try {
        await sendOne(next);
      } catch (error) {
        // A picture on which the server stumbles holds no other back.
        if (!(error instanceof NotNowError && error.status === 500)) throw error;
        failed = error;
      }
      options.onChanged();
    }
    if (failed) throw failed;
  }
  const isToBeSent = ({ id, isPlaced, fault }: Omit<WaitingPicture, 'seq'>) =>
    !isPlaced && fault === null && !options.isInHand(id);

  /** Throws what asks for another try. */
  async function sendOne(picture: WaitingPicture): Promise<void> {
    const { id } = picture;
    const url = picture.url ?? (await upload(picture));
    if (url === null) return;
    await options.place({ id, url });
    pictures.placed(id);
    log.info('A picture that waited is at the server');
  }
  /** Its address at the server; null where that does not take it. */
  async function upload(picture: WaitingPicture): Promise<string | null> {
    const { id, name, type } = picture;
    const body = pictures.body(id);
    if (body === null) return null;
    const { headers, ...sent } = await uploadOf({ id, name, type, body });
    const answer = await ask(uploadImage, uploadImage.path, { ...sent, headers });
    if (REFUSALS.has(answer.status)) {
      const said = errorBody.partial().safeParse(await answer.json().catch(() => null));
      pictures.refuse(id, said.data?.message ?? `The server answered ${answer.status}.`);
      return null;
    }
    if (answer.status !== uploadImage.status) throw new NotNowError(answer.status);
    const { url, filename } = storedHere.parse(await answer.json());
    await describe(picture, filename);
    pictures.sent(id, url);
    return url;
  }
  /** What was said of it while it waited. */
  async function describe(picture: WaitingPicture, filename: string): Promise<void> {
    const said = pictures.find(picture.id) ?? picture;
    const words = Object.entries({ title: said.title, alt: said.alt, focus: said.focus }).filter(
      ([, word]) => word !== '',
    );
    if (words.length === 0) return;
    const answer = await ask(updateImage, updateImage.path.replace(':filename', encodeURIComponent(filename)), {
      body: JSON.stringify(Object.fromEntries(words)),
      headers: { 'content-type': 'application/json' },
    });
    await answer.body?.cancel();
    // What it does not take is not worth the picture.
    if (!answer.ok && !REFUSALS.has(answer.status)) throw new NotNowError(answer.status);
  }
  async function ask(
    { method }: Endpoint,
    path: string,
    { headers, body }: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | string },
  ): Promise<Response> {
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(LONGEST)]);
    const site = { [SITE_HEADER]: await options.siteId() };
    return options.fetch(path, { method, body, signal, headers: { accept: 'application/json', ...site, ...headers } });
  }

  const sender: PictureSender = {
    nudge() {
      cancel();
      if (running || end.signal.aborted || !options.isAllowed()) return;
      running = sendAll()
        .catch((error: unknown) => {
          if (end.signal.aborted) return;
          log.info(`A picture still waits (${String(error)})`);
          cancel = timers.after(TRY_AGAIN, sender.nudge);
        })
        .finally(() => {
          running = null;
        });
    },
    async stop() {
      end.abort();
      cancel();
      await running;
    },
  };
  return sender;
}

class NotNowError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`answer ${status}`);
    this.name = 'NotNowError';
    this.status = status;
  }
}
