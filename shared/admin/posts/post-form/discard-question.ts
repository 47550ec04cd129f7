import type { Location } from 'react-router-dom';
import type { Question } from '#shared/ui/confirm.tsx';

/**
 * Asks before what was typed goes into the bin; `postId` is the post it changes, null for a new one. Its title is never
 * the one of leaving, which keeps what was typed.
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

/** For the list: what has just been discarded in the form, so that it can be undone. */
export const discardedState = (id: string | null) => (id === null ? null : { discarded: id });

/** What the form that was left for this address has discarded; null for nothing. */
export function discardedIn({ state }: Pick<Location, 'state'>): string | null {
  const discarded: unknown = state?.discarded;
  return typeof discarded === 'string' ? discarded : null;
}
