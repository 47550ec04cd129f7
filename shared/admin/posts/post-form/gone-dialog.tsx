import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import type { PostSession, SaveState } from '../../editor/index.ts';

interface GoneDialogProps {
  session: PostSession;
  save: SaveState;
  onGiveUp: () => void;
}

/** The post was deleted elsewhere while it was edited here. */
export function GoneDialog({ session, save, onGiveUp }: GoneDialogProps) {
  return (
    <Dialog
      isOpen={save.kind === 'gone'}
      onClose={() => session.putOff()}
      title="This post was deleted elsewhere"
      description="What you typed is still here. The deleted post lies in the bin for 30 days."
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
