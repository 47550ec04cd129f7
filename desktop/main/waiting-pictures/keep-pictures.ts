import { randomUUID } from 'node:crypto';
import type { StoreChange, WaitingPictureState } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import type { Log } from '../log.ts';
import { createPictureAnswers, type PictureAnswers, refusal } from './answer-for-pictures.ts';
import { openPictureFile } from './picture-file.ts';
import { createPictureUses } from './picture-uses.ts';
import { placePicture } from './place-picture.ts';
import { readUpload } from './read-upload.ts';
import { createPictureSender, type PictureSenderOptions } from './send-pictures.ts';
import { type Outgoing, outgoingBody } from './sent-addresses.ts';
import { createTaking, type Sent } from './take-picture.ts';

/** The pictures that wait on this computer until the server can be reached. */
export interface WaitingPictures {
  answer: PictureAnswers['answer'];
  /**
   * Handles an upload of the page: it is stored first, and `attempt` sends it. When the server gives no answer, or
   * nobody is signed in, the picture stays stored and is answered as stored under its local address. `gone`: the page
   * has cancelled the upload.
   */
  upload(request: Request, gone: AbortSignal, attempt: (sent: Sent) => Promise<Response>): Promise<Response>;
  /** Decides what happens to a JSON body that goes to the server. */
  outgoing(body: string): Outgoing;
  state(): WaitingPictureState[];
  /** Returns the current notice for the owner about the database of pictures; null when all is well. */
  notice(): string | null;
  /** Returns a damaged database that was set aside; null when there is none. */
  damagedFile(): string | null;
  /** Returns the file of a picture; null when it is not here. */
  file(id: string): { name: string; body: Uint8Array } | null;
  /** Returns the files of all pictures, for the archive. */
  files(): Iterable<{ id: string; name: string; body: Uint8Array }>;
  remove(id: string): void;
  /** Sends a refused picture once more. */
  retry(id: string): void;
  /** Notes that a document was changed by this update; null when it was removed. */
  noteDocument(id: string, update: Uint8Array | null): void;
  /** Called when the server may be reachable. */
  nudge(): void;
  close(): Promise<void>;
}

interface WaitingPicturesOptions extends Pick<PictureSenderOptions, 'keepInCopy'> {
  file: string;
  documents: Pick<DocumentStore, 'list' | 'load'>;
  append(change: Extract<StoreChange, { type: 'append' }>): Promise<void>;
  /** Sends a request to the server, signed in as its owner. */
  fetch(address: string, init: RequestInit): Promise<Response>;
  isOnline(): boolean;
  isSignedIn(): boolean;
  siteId(): Promise<string>;
  onState(state: WaitingPictureState[]): void;
  timers: Timers;
  clock: Clock;
  log: Log;
}

export function openWaitingPictures(options: WaitingPicturesOptions): WaitingPictures {
  const { documents, isOnline, log, clock, timers } = options;
  const pictures = openPictureFile(options);
  /** The pictures that the page is sending itself. */
  const inHand = new Set<string>();
  const state = () =>
    pictures
      .all()
      .filter(({ id, isPlaced }) => !isPlaced && !inHand.has(id))
      .map(({ id, name, size, createdAt, fault }) => ({
        ...{ id, name, size, since: createdAt, fault },
        held: fault === null ? sender.heldWhy(id) : null,
      }));
  const tell = () => options.onState(state());
  const placing = { documents, append: options.append, clock };
  const uses = createPictureUses({ ...placing, pictures, timers, log, onRemoved: tell });
  const sender = createPictureSender({
    ...{ pictures, timers, log },
    fetch: options.fetch,
    isAllowed: () => isOnline() && options.isSignedIn(),
    isInHand: (id) => inHand.has(id),
    siteId: options.siteId,
    keepInCopy: options.keepInCopy,
    place: (picture) => placePicture(placing, picture),
    onChanged: tell,
  });
  const { keep, tryNow } = createTaking({ pictures, inHand, log });

  uses.begin();
  return {
    answer: createPictureAnswers(pictures, tell).answer,
    async upload(request, gone, attempt) {
      const read = await readUpload(request);
      if ('code' in read) return refusal(STATUS[read.code], read);
      if (gone.aborted) return Response.error();
      const picture = { id: randomUUID(), ...read.picture };
      const answer = isOnline() ? await tryNow(picture, gone, attempt) : null;
      if (answer !== null) return answer;
      const kept = keep(picture);
      tell();
      sender.nudge();
      return kept;
    },
    outgoing: (body) => outgoingBody(body, pictures.find),
    state,
    notice: pictures.notice,
    damagedFile: pictures.damagedFile,
    file(id) {
      const body = pictures.body(id);
      return body && { name: pictures.find(id)?.name ?? '', body };
    },
    *files() {
      for (const { id, name } of state()) {
        const body = pictures.body(id);
        if (body) yield { id, name, body };
      }
    },
    remove(id) {
      pictures.remove(id);
      tell();
    },
    retry(id) {
      pictures.retry(id);
      tell();
      sender.nudge();
    },
    noteDocument: uses.note,
    nudge: sender.nudge,
    async close() {
      await Promise.all([sender.stop(), uses.stop()]);
      pictures.close();
    },
  };
}

const STATUS = { bad_request: 400, payload_too_large: 413, picture_refused: 422 };
