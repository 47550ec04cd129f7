import type { WaitingPictureState } from '#shared/contract/ipc.ts';
import { PICTURE_IS_ELSEWHERE, PICTURE_IS_HERE, waitingPictureAt } from '#shared/kernel/waiting-picture.ts';

/** The note for a waiting picture. `isShown` is false if its file is not available here and must not be requested. */
interface PictureNote {
  readonly isShown: boolean;
  readonly words: string;
}

/**
 * Returns the note beside a picture, by its address; null for a picture that does not wait. `waiting` is what this host
 * keeps, null if it keeps nothing.
 */
export function pictureNote(address: string, waiting: readonly WaitingPictureState[] | null): PictureNote | null {
  const id = waitingPictureAt(address);
  if (id === null) return null;
  if (waiting === null) return { isShown: false, words: PICTURE_IS_ELSEWHERE };
  const picture = waiting.find((each) => each.id === id);
  if (picture === undefined) return null;
  return { isShown: true, words: picture.fault === null ? PICTURE_IS_HERE : refusedText(picture.fault) };
}

/** Returns the text in place of a picture that could not be loaded. */
export function failedPictureText(address: string, words: string): string {
  return waitingPictureAt(address) === null
    ? `This picture cannot be shown: ${words || address}`
    : PICTURE_IS_ELSEWHERE;
}

/** Returns the text for a picture that the server has examined and refused; `fault` is the server's reason. */
export const refusedText = (fault: string) =>
  `The server did not take this picture. ${fault} It is on this computer only.`;

/** What can be done with a refused picture, for a list that has buttons for it. */
export const REFUSED_WAYS = 'Save it to disk to mend it and put it in again, or remove it.';

/**
 * Says why a picture waits: whether the server can be reached, whether somebody is signed in, and what the server said
 * last.
 */
export function waitingText(
  { held }: Pick<WaitingPictureState, 'held'>,
  isOnline: boolean,
  isSignedIn: boolean,
): string {
  if (!isOnline) return 'On this computer, sent when the network is back.';
  if (!isSignedIn) return 'On this computer, sent after the next sign-in.';
  if (held !== null) return `On this computer, sent again by itself: the server does not take it now. ${held}`;
  return 'On this computer, on its way to the server.';
}
