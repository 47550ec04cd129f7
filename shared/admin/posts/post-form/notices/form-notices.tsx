import { useRef } from 'react';
import { Button } from '#shared/ui/button.tsx';
import type { SessionState } from '../../../editor/index.ts';
import { useExchangeFact } from '../../../sync/index.ts';
import type { OpenedForm } from '../open-form.ts';
import { ForeignActionNotice } from './foreign-action-notice.tsx';
import { Notice } from './notice.tsx';
import { OverdueNotice } from './overdue-notice.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { SizeNotice } from './size-notice.tsx';

interface FormNoticesProps {
  opened: OpenedForm;
  state: SessionState;
  onDiscard: () => void;
}

/** What there is to know about the form before typing in it. */
export function FormNotices({ opened, state, onDiscard }: FormNoticesProps) {
  const { save, journal, restored, documentId, values, isPartUnread, handover } = state;
  const isTooLarge = useExchangeFact(({ tooLarge }) => tooLarge.includes(documentId));
  const isKeeping = useRef(opened.isKeeping);
  if (journal.kind === 'kept' && journal.at !== null) isKeeping.current = true;
  return (
    <>
      {save.kind === 'locked' && (
        <Notice
          title="This post is open elsewhere on this computer"
          actions={
            <Button size="sm" disabled={handover === 'asked'} onClick={() => opened.session.takeOver()}>
              {handover === 'asked' ? 'Taking over...' : 'Take over'}
            </Button>
          }
        >
          {handover === 'unanswered'
            ? 'The other one does not answer: it is asleep, or cannot write what was typed there. Look at it, or close it; then this one takes over.'
            : 'You can read it here, with what is typed there. Take over to go on here; the other one can then only read. When it is closed, this one takes over by itself.'}
        </Notice>
      )}
      {(journal.kind === 'not-kept' || !isKeeping.current) && (
        <Notice title="Not kept on this computer">
          Nothing can be written here now (no room left, a locked folder, or a private window). What you type lives in
          this window only, until you save it or there is room again. Saving works as ever.
        </Notice>
      )}
      {isPartUnread && (
        <Notice title="Not all of this draft could be read">
          A part of it on this computer is damaged, or a newer version has written it. What can be read is here; the
          rest stays where it is. Look the text over before you save it.
        </Notice>
      )}
      {state.overdue !== null && <OverdueNotice session={opened.session} time={state.overdue} />}
      <SizeNotice content={values.content} />
      {isTooLarge && (
        <Notice title="Too large to be sent">
          The server takes at most 4 MB of a draft. This one is kept on this computer only, and your other devices do
          not have it; everything else is exchanged. Move a part of it into another draft: as soon as it is small
          enough, it is sent.
        </Notice>
      )}
      <ForeignActionNotice session={opened.session} state={state} />
      {restored && !restored.isGiven && save.kind !== 'locked' && (
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
