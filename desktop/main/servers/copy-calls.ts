import type { CallsOf } from '../ipc/answer-call.ts';
import type { ServerInUse } from './server-in-use.ts';

/** Returns the handlers for the copy of the site on this computer, and for the search in it. */
export function copyCalls(inUse: ServerInUse, pictureLimit: { set(bytes: number): void }): CallsOf<'copy' | 'drafts'> {
  return {
    'copy.state': () => inUse.ask((open) => open.copy.state(), null),
    'copy.set-limit': ({ bytes }) => {
      pictureLimit.set(bytes);
      return inUse.ask((open) => open.copy.setLimit(bytes), undefined);
    },
    'copy.answer-deletions': ({ key, answer }) =>
      inUse.ask((open) => open.copy.answerDeletions(key, answer), undefined),
    'drafts.find': ({ q }) => inUse.ask((open) => open.copy.findDrafts(q), []),
  };
}
