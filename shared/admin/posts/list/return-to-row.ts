import { type RefObject, useEffect } from 'react';

export const postRowId = (id: number) => `post-row-${id}`;

/**
 * Gives the focus to the row of the post whose form was left, as soon as it is in the list. `left` holds the post's id,
 * and null from then on, or once the owner has gone on to something else.
 */
export function useReturnToRow(left: RefObject<number | null>): void {
  useEffect(() => {
    const link = left.current === null ? null : document.getElementById(postRowId(left.current))?.querySelector('a');
    if (!link) return;
    left.current = null;
    link.focus();
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
