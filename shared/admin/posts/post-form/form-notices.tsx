import type { SessionState } from '../../editor/index.ts';
import { ElsewhereNotice } from './elsewhere-notice.tsx';
import { Notice } from './notice.tsx';
import type { OpenedForm } from './open-form.ts';
import { RestoredNotice } from './restored-notice.tsx';

interface FormNoticesProps {
  opened: OpenedForm;
  state: SessionState;
  onDiscard: () => void;
}

/** What there is to know about the form before typing in it. */
export function FormNotices({ opened, state, onDiscard }: FormNoticesProps) {
  const { save, journal, restored, documentId, values } = state;
  const isKept = journal.kind === 'kept' && (opened.isKeeping || journal.at !== null);
  return (
    <>
      {save.kind === 'elsewhere' && (
        <Notice title="This post is open in another tab of this browser">
          You can read it here. When it is closed there, this tab takes over with what was typed.
        </Notice>
      )}
      {!isKept && (journal.kind === 'not-kept' || !opened.isKeeping) && (
        <Notice title="Not kept on this computer">
          The browser keeps nothing here (a private window, or no room left): what you type lives in this tab only,
          until you save it. Saving works as ever.
        </Notice>
      )}
      <ElsewhereNotice session={opened.session} state={state} />
      {restored && save.kind !== 'elsewhere' && (
        <RestoredNotice
          key={documentId}
          restored={restored}
          stored={opened.stored}
          values={values}
          onDiscard={onDiscard}
        />
      )}
    </>
  );
}
