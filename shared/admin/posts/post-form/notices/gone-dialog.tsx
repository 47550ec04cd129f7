import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import type { PostSession, SaveState } from '../../../editor/index.ts';

interface GoneDialogProps {
  session: PostSession;
  save: SaveState;
  onGiveUp: () => void;
}

/**
 * Shown when the post was deleted elsewhere while it was edited here, or when the server has another post under its
 * number.
 */
export function GoneDialog({ session, save, onGiveUp }: GoneDialogProps) {
  const isReplaced = save.kind === 'gone' && save.isReplaced === true;
  return (
    <Dialog
      isOpen={save.kind === 'gone'}
      onClose={() => session.putOff()}
      title={isReplaced ? 'Another post has taken the place of this one' : 'This post was deleted elsewhere'}
      description={isReplaced ? REPLACED : DELETED}
      footer={
        <>
          <Button variant="danger" onClick={onGiveUp}>
            Give up what I typed
          </Button>
          <Button variant="primary" onClick={() => session.saveAsNew()}>
            Save as a new post
          </Button>
        </>
      }
    >
      <p>Save it as a new post, or give it up. Close this window to go on with the text and decide later.</p>
    </Dialog>
  );
}

const DELETED = 'What you typed is still here. The deleted post lies in the bin for 30 days.';
const REPLACED =
  'What you typed is still here. The server has other data than before, and another post in it has the number of yours.';
