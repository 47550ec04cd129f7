import { Button } from '#shared/ui/button.tsx';
import type { ForeignAction, PostSession, SessionState } from '../../../editor/index.ts';
import { Notice } from './notice.tsx';

interface ForeignActionNoticeProps {
  session: PostSession;
  state: SessionState;
}

/** What another device did to the draft that is open here, with a button that leads to the saved version. */
export function ForeignActionNotice({ session, state }: ForeignActionNoticeProps) {
  const { foreignAction, isUnsaved, save } = state;
  if (foreignAction === null) return null;
  const hasWords = isUnsaved && save.kind !== 'saving';
  return (
    <Notice
      title={titles[foreignAction]}
      actions={
        <>
          {hasWords && save.base && (
            <Button size="sm" variant="danger" onClick={() => session.discardForNewest()}>
              Show the saved version
            </Button>
          )}
          <Button size="sm" onClick={() => session.dismissForeignAction()}>
            {hasWords ? 'Keep my words' : 'Close this notice'}
          </Button>
        </>
      }
    >
      {hasWords || foreignAction === 'discarded'
        ? words[foreignAction]
        : save.base
          ? 'This form shows the saved version.'
          : 'This form is empty again.'}
    </Notice>
  );
}

const titles: Record<ForeignAction, string> = {
  saved: 'This post was saved on another device',
  reverted: 'The changes were given up on another device',
  discarded: 'This post was discarded on another device',
  removed: 'This draft was let go on another device',
};

const words: Record<ForeignAction, string> = {
  saved: 'What was typed since then is here and not saved yet.',
  reverted: 'What was typed since then is here and not saved yet.',
  discarded:
    'Its words are still in this form, and in the bin for 30 days. They are kept again as soon as you type, and when you save.',
  removed: 'Its words are still in this form. They are kept again as soon as you type, and when you save.',
};
