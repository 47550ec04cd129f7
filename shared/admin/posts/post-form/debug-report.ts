import { postValueNames } from '#shared/workspace/post-values.ts';
import type { SessionState } from '../../editor/index.ts';
import type { FormErrors } from './form-errors.ts';

export type DebugFacts = Pick<SessionState, 'documentId' | 'values' | 'save' | 'journal' | 'isUnsaved'> & {
  /** The faults that forbid saving the values. */
  errors: FormErrors;
};

/** Returns a value in one line: of a long text, its beginning and its length. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}… (${text.length} characters)`;
}

function journalText(journal: SessionState['journal']): string {
  const time = (at: number) => new Date(at).toISOString();
  switch (journal.kind) {
    case 'kept':
      return journal.at === null ? 'nothing written yet' : `kept at ${time(journal.at)}`;
    case 'typing':
      return `not kept since ${time(journal.since)}`;
    case 'not-kept':
      return `refused since ${time(journal.since)}: ${journal.reason}`;
  }
}

/** Returns everything that helps to find a fault of the form, as text to send to somebody. */
export function debugReport({ documentId, values, save, journal, isUnsaved, errors }: DebugFacts): string {
  const fault = save.kind === 'editing' ? save.fault : null;
  return [
    save.base ? `Post ${save.base.postId}, version ${save.base.baseVersion}` : 'New post',
    `Save state: ${save.kind}, ${isUnsaved ? 'changed, not saved' : 'as saved'}`,
    ...(fault ? [`Last save refused: ${fault.code ?? 'no code'}, ${fault.message}`] : []),
    `Journal: ${journalText(journal)}`,
    `Document: ${documentId}`,
    '',
    ...postValueNames.flatMap((name) => {
      const line = `${name}: ${shown(values[name])}`;
      const error = errors[name];
      return error ? [line, `  ! ${error}`] : [line];
    }),
  ].join('\n');
}
