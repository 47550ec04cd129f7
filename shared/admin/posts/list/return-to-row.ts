import { type RefObject, useEffect } from 'react';

export const postRowId = (id: number) => `post-row-${id}`;

/** The form that was left for the list. `postId` is the post it had, or made; null for a new one that was given up. */
export interface LeftForm {
  readonly postId: number | null;
}

interface Rows {
  /** Scrolls to a post's row, which is drawn then; false where the list does not have it. */
  reveal(postId: number): boolean;
  /** Nothing more of the list is on its way. */
  isSettled: boolean;
}

/**
 * Gives the focus to the row of the post whose form was left, as soon as it is in the list, and scrolls there. `left` is
 * null from then on, and once the owner has gone on to something else or the list turns out not to have the post.
 */
export function useReturnToRow(left: RefObject<LeftForm | null>, { reveal, isSettled }: Rows): void {
  useEffect(() => {
    if (left.current === null) return;
    const { postId } = left.current;
    const link = postId === null ? null : document.getElementById(postRowId(postId))?.querySelector('a');
    if (link) {
      left.current = null;
      link.focus();
    } else if (postId === null || (!reveal(postId) && isSettled)) left.current = null;
  });
  useEffect(() => {
    const listening = new AbortController();
    const giveUp = () => {
      left.current = null;
    };
    for (const type of ['keydown', 'pointerdown', 'wheel'])
      window.addEventListener(type, giveUp, { capture: true, passive: true, signal: listening.signal });
    return () => listening.abort();
  }, [left]);
}
