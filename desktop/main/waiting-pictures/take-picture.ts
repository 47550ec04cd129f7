import type { Log } from '../log.ts';
import { isGatewayFault } from '../servers/server-session.ts';
import { imageOf, json, notWritten } from './answer-for-pictures.ts';
import type { GivenPicture, PictureFile } from './picture-file.ts';
import { uploadOf } from './read-upload.ts';

/** The request that is sent to the server in place of the page's. */
export interface Sent {
  body: Uint8Array<ArrayBuffer> | string;
  headers: Record<string, string>;
}

interface TakingOptions {
  pictures: Pick<PictureFile, 'find' | 'keep' | 'remove'>;
  /** Ids of the pictures that the page is sending itself; this function adds to them. */
  inHand: Set<string>;
  log: Log;
}

/**
 * Handles the pictures that the page gives: `keep` stores one and answers in place of the server, `tryNow` sends one at
 * once.
 */
export function createTaking({ pictures, inHand, log }: TakingOptions) {
  function keep(picture: GivenPicture): Response {
    try {
      const waiting = pictures.find(picture.id) ?? pictures.keep(picture);
      return json(201, imageOf(waiting));
    } catch (error) {
      log.error('A picture could not be kept', error);
      return notWritten(error, 'the picture is not kept');
    }
  }
  function drop(id: string): void {
    try {
      if (pictures.find(id)) pictures.remove(id);
    } catch (error) {
      log.warn('A picture that was sent is still kept, and is sent once more under its key', error);
    }
  }
  return {
    keep,
    /** Returns the server's answer; null when there is none, or nobody is signed in. */
    async tryNow(
      picture: GivenPicture,
      gone: AbortSignal,
      attempt: (sent: Sent) => Promise<Response>,
    ): Promise<Response | null> {
      const { id } = picture;
      inHand.add(id);
      try {
        // Stored before it is sent, so that it survives a crash. When storing fails, the upload may still succeed.
        keep(picture);
        const answer = await attempt(await uploadOf(picture));
        // With 401 nobody is signed in: the picture stays stored, so that the owner need not add it again after the
        // next sign-in, in a quick note either.
        const isAnswered = answer.type !== 'error' && !isGatewayFault(answer) && answer.status !== 401;
        if (!isAnswered && !gone.aborted) return null;
        drop(id);
        return answer;
      } finally {
        inHand.delete(id);
      }
    },
  };
}
