import { type RefObject, useEffect } from 'react';

export const postRowId = (id: number) => `post-row-${id}`;

/**
 * The form that was left for the list. `postId` is the post that the form had or has made; null for a new post that was
 * discarded.
 */
export interface LeftForm {
  readonly postId: number | null;
}

interface Rows {
  /** Scrolls to the row of a post, which is then drawn; false when the list does not have the post. */
  reveal(postId: number): boolean;
  /** Whether nothing more of the list is being fetched. */
  isSettled: boolean;
}

/**
 * Gives the focus to the row of the post whose form was left, as soon as it is in the list, and scrolls there.
 * Afterwards `left` is null. It also becomes null when the owner goes on to something else, or when the list turns out
 * not to have the post.
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
