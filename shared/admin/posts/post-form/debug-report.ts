import { postValueNames } from '#shared/workspace/post-values.ts';
import type { SessionState } from '../../editor/index.ts';
import type { FormErrors } from './form-errors.ts';

export type DebugFacts = Pick<SessionState, 'documentId' | 'values' | 'save' | 'journal' | 'isUnsaved'> & {
  /** What stands against saving the values. */
  errors: FormErrors;
};

/** A long text in a line: its beginning, and how long it is. */
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

/** Everything about the form that helps to find out why it does not do what it should, as text to send to someone. */
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
