import { Button } from '#shared/ui/button.tsx';
import type { Elsewhere, PostSession, SessionState } from '../../../editor/index.ts';
import { Notice } from './notice.tsx';

interface ElsewhereNoticeProps {
  session: PostSession;
  state: SessionState;
}

/** What another device did to the draft that is open here, and the way to the saved version. */
export function ElsewhereNotice({ session, state }: ElsewhereNoticeProps) {
  const { elsewhere, isUnsaved, save } = state;
  if (elsewhere === null) return null;
  const hasWords = isUnsaved && save.kind !== 'saving';
  return (
    <Notice
      title={titles[elsewhere]}
      actions={
        <>
          {hasWords && save.base && (
            <Button size="sm" variant="danger" onClick={() => session.discardForNewest()}>
              Show the saved version
            </Button>
          )}
          <Button size="sm" onClick={() => session.dismissElsewhere()}>
            {hasWords ? 'Keep my words' : 'Close this notice'}
          </Button>
        </>
      }
    >
      {hasWords || elsewhere === 'discarded'
        ? words[elsewhere]
        : save.base
          ? 'This form shows the saved version.'
          : 'This form is empty again.'}
    </Notice>
  );
}

const titles: Record<Elsewhere, string> = {
  saved: 'This post was saved on another device',
  'given-up': 'The changes were given up on another device',
  discarded: 'This post was discarded on another device',
  removed: 'This draft was let go on another device',
};

const words: Record<Elsewhere, string> = {
  saved: 'What was typed since then is here and not saved yet.',
  'given-up': 'What was typed since then is here and not saved yet.',
  discarded:
    'Its words are still in this form, and in the bin for 30 days. They are kept again as soon as you type, and when you save.',
  removed: 'Its words are still in this form. They are kept again as soon as you type, and when you save.',
};
