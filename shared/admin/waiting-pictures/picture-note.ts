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

/** Why a picture is not sent that the server has looked at. */
export const refusedText = (fault: string) => `Only on this computer: the server does not take it. ${fault}`;
