import type { Timers } from '#shared/kernel/timers.ts';
import type { Log } from '../log.ts';
import type { PictureFile, WaitingPicture } from './picture-file.ts';
import { createWaitingUpload, NotNowError, type UploadOptions } from './upload-waiting-picture.ts';

/** Sends the waiting pictures one after the other, in the order in which they were given. */
export interface PictureSender {
  /** Begins to send, if that is allowed and no round is running. */
  nudge(): void;
  /** Returns the server's words when it last did not accept this picture; null when there are none. */
  heldWhy(id: string): string | null;
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
}

export interface PictureSenderOptions extends Omit<UploadOptions, 'ending'> {
  pictures: PictureFile;
  /** Whether the page is sending this picture itself. */
  isInHand(id: string): boolean;
  /** Whether the server can be reached and the owner is signed in. */
  isAllowed(): boolean;
  /** Puts a picture's address into the drafts. */
  place(picture: { id: string; url: string }): Promise<void>;
  /** Stores a picture, as it was given, in the copy of the site; `address` is the server's. Never throws. */
  keepInCopy(address: string, picture: { type: string; body: Uint8Array<ArrayBuffer> }): void;
  /** Called when the state of a picture has changed. */
  onChanged(): void;
  timers: Timers;
  log: Log;
}

/** Milliseconds until a picture that the server did not accept is sent again: doubled each time, up to the last. */
const TRY_AGAIN = { first: 15_000, last: 15 * 60_000 };

/** Statuses that the next picture would get as well: signed out, too many requests, unavailable. */
const OF_ALL = new Set([401, 429, 502, 503]);

export function createPictureSender(options: PictureSenderOptions): PictureSender {
  const { pictures, timers, log } = options;
  const end = new AbortController();
  const upload = createWaitingUpload({ ...options, ending: end.signal });
  let running: Promise<void> | null = null;
  /** Whether a picture came, or may be sent again, that the current round has already passed. */
  let isAskedAgain = false;
  let cancel = () => {};
  /** The number of consecutive rounds that failed without a picture sent. */
  let failures = 0;
  const held = new Map<string, string>();

  async function sendAll(): Promise<void> {
    let failed: NotNowError | null = null;
    for (let last = 0; ; ) {
      const next = pictures.all().find(({ seq, ...each }) => seq > last && isToBeSent(each));
      if (next === undefined || end.signal.aborted || !options.isAllowed()) break;
      last = next.seq;
      try {
        await sendOne(next);
        held.delete(next.id);
        failures = 0;
      } catch (error) {
        if (error instanceof NotNowError) held.set(next.id, error.words ?? `The server answered ${error.status}.`);
        // A picture that makes the server fail, or a proxy in front of it, does not block the other pictures.
        if (!(error instanceof NotNowError) || OF_ALL.has(error.status)) throw error;
        failed = error;
      }
      options.onChanged();
    }
    if (failed) throw failed;
  }
  const isToBeSent = ({ id, isPlaced, fault }: Omit<WaitingPicture, 'seq'>) =>
    !isPlaced && fault === null && !options.isInHand(id);

  /** Sends one picture. Throws errors that call for a retry. */
  async function sendOne(picture: WaitingPicture): Promise<void> {
    const { id } = picture;
    const url = picture.url ?? (await upload(picture));
    // A picture that was removed during its upload is in the library, and in no text.
    if (url === null || pictures.find(id) === null) return;
    await options.place({ id, url });
    // Stored before the waiting picture is dropped, so that it can be seen without the network at all times.
    const body = pictures.body(id);
    if (body) options.keepInCopy(url, { type: picture.type, body });
    pictures.placed(id);
    log.info('A picture that waited is at the server');
  }

  function begin(): void {
    cancel();
    isAskedAgain = running !== null;
    if (running || end.signal.aborted || !options.isAllowed()) return;
    running = sendAll()
      .catch((error: unknown) => {
        if (end.signal.aborted) return;
        log.info(`A picture still waits (${String(error)})`);
        options.onChanged();
        cancel = timers.after(Math.min(TRY_AGAIN.first * 2 ** failures, TRY_AGAIN.last), begin);
        failures += 1;
      })
      .finally(() => {
        running = null;
        if (isAskedAgain) begin();
      });
  }

  return {
    nudge() {
      failures = 0;
      begin();
    },
    heldWhy: (id) => held.get(id) ?? null,
    async stop() {
      end.abort();
      cancel();
      await running;
    },
  };
}
