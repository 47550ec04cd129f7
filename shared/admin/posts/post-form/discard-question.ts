import type { Location } from 'react-router-dom';
import type { Question } from '#shared/ui/confirm.tsx';

/**
 * Returns the question before typed words go into the bin; `postId` is the post that they change, null for a new one.
 * Its title differs from that of the question before leaving, which keeps the words.
 */
export function discardQuestion(postId: number | null, isKept = true): Question {
  const isNew = postId === null;
  const what = isNew ? 'It goes' : 'The post stays as it was last saved, and what you changed goes';
  return {
    title: isNew ? 'Discard this post?' : 'Discard your changes?',
    description: isKept ? `${what} to the bin. You find it there for 30 days.` : NOT_KEPT,
    confirm: 'Discard',
    cancel: 'Keep editing',
    isDangerous: true,
  };
}

const NOT_KEPT = 'This computer does not keep what you typed: it cannot be brought back.';

/** Returns the state that tells the list which draft was just discarded in the form, so that this can be undone. */
export const discardedState = (id: string | null) => (id === null ? null : { discarded: id });

/** Returns the id of the draft that was discarded in the form left for this address; null when there is none. */
export function discardedIn({ state }: Pick<Location, 'state'>): string | null {
  const discarded: unknown = state?.discarded;
  return typeof discarded === 'string' ? discarded : null;
}
