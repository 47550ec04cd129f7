import { Button } from '#shared/ui/button.tsx';
import { dateAndTime } from '../../../dates.ts';
import type { PostSession } from '../../../editor/index.ts';
import { Notice } from './notice.tsx';

/** The save that waits was to go live at a time that has passed meanwhile. `time`: ISO 8601. */
export function OverdueNotice({ session, time }: { session: PostSession; time: string }) {
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
