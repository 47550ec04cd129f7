import type { WaitingPictureState } from '#shared/contract/ipc.ts';
import { PICTURE_IS_ELSEWHERE, PICTURE_IS_HERE, waitingPictureAt } from '#shared/kernel/waiting-picture.ts';

/** What is said of a picture that waits; `isShown` false where its file is nowhere to be had, and must not be asked for. */
interface PictureNote {
  readonly isShown: boolean;
  readonly words: string;
}

/**
 * What is said beside a picture, by its address: null for one that does not wait. `waiting` is what this host keeps, null
 * where it keeps none.
 */
export function pictureNote(address: string, waiting: readonly WaitingPictureState[] | null): PictureNote | null {
  const id = waitingPictureAt(address);
  if (id === null) return null;
  if (waiting === null) return { isShown: false, words: PICTURE_IS_ELSEWHERE };
  const picture = waiting.find((each) => each.id === id);
  if (picture === undefined) return null;
  return { isShown: true, words: picture.fault === null ? PICTURE_IS_HERE : refusedText(picture.fault) };
}

/** What stands in the place of a picture that could not be loaded. */
export function failedPictureText(address: string, words: string): string {
  return waitingPictureAt(address) === null
    ? `This picture cannot be shown: ${words || address}`
    : PICTURE_IS_ELSEWHERE;
}

/** What is said of a picture that the server has looked at and does not take; `fault` is the server's reason. */
export const refusedText = (fault: string) =>
  `The server did not take this picture. ${fault} It is on this computer only.`;

/** What can be done with it, where it stands in a list with buttons for it. */
export const REFUSED_WAYS = 'Save it to disk to mend it and put it in again, or remove it.';

/** Why a picture waits: whether the server is reached, whether somebody is signed in, and what the server said last. */
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
