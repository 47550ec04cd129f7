import { useMemo, useRef } from 'react';
import { limits } from '#shared/content/bounds/limits.ts';
import { postSize } from '#shared/content/bounds/post-size.ts';
import { Button } from '#shared/ui/button.tsx';
import { dateAndTime } from '../../../dates.ts';
import type { PostSession, SessionState } from '../../../editor/index.ts';
import { useExchangeFact } from '../../../sync/index.ts';
import type { OpenedForm } from '../open-form.ts';
import { ForeignActionNotice } from './foreign-action-notice.tsx';
import { Notice } from './notice.tsx';
import { RestoredNotice } from './restored-notice.tsx';

interface FormNoticesProps {
  opened: OpenedForm;
  state: SessionState;
  onDiscard: () => void;
}

/** The notices about the form that the owner should read before typing. */
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

/** Shown when the waiting save was to go live at a time that has passed. `time`: ISO 8601. */
function OverdueNotice({ session, time }: { session: PostSession; time: string }) {
  return (
    <Notice
      title="The time to go live passed while this waited"
      actions={
        <>
          <Button size="sm" variant="primary" onClick={() => session.sendOverdue()}>
            Publish now
          </Button>
          <Button size="sm" onClick={() => session.takeBack()}>
            Take back
          </Button>
        </>
      }
    >
      It was to go live on {dateAndTime(time)}. Nothing is sent before you say so: publish it now, or choose another
      date and save it again. Taken back, it stays here as unsaved changes.
    </Notice>
  );
}

const number = (count: number) => count.toLocaleString('en-US');

/** Says that a text is nearly, or already, larger than a post may be: the server would refuse it. */
function SizeNotice({ content }: { content: string }) {
  const { state, bytes, lines } = useMemo(() => postSize(content), [content]);
  if (state === 'fine') return null;
  const most = `A post holds at most ${number(limits.bytes)} bytes, on at most ${number(limits.lines)} lines`;
  return (
    <Notice title={state === 'over' ? 'Too large for one post' : 'Almost as large as a post can be'}>
      {most}; this text has {number(bytes)} on {number(lines)}.{' '}
      {state === 'over'
        ? 'It is kept here, but the server does not take it. Cut a part of it out and begin another post with that; a series keeps them together.'
        : 'End it soon, or go on in another post; a series keeps them together.'}
    </Notice>
  );
}
