import { useState } from 'react';
import type { WaitingPictureState } from '#shared/contract/ipc.ts';
import { waitingPictureAddress } from '#shared/kernel/waiting-picture.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { timeAgo } from '../dates.ts';
import { errorText } from '../error-text.ts';
import { counted, FoldingBox, needing } from '../folding-box.tsx';
import { usePorts } from '../ports-context.tsx';
import { useExchangeFact } from '../sync/index.ts';
import { REFUSED_WAYS, refusedText, waitingText } from './picture-note.ts';
import { useWaitingPictures } from './use-waiting-pictures.ts';

/**
 * The pictures that wait until the server can be reached, and those that it refuses; renders nothing if there are none.
 */
export function WaitingPictureList() {
  const pictures = useWaitingPictures();
  const waiting = pictures.filter(({ fault }) => fault === null);
  const refused = pictures.filter(({ fault }) => fault !== null);
  return (
    <>
      {waiting.length > 0 && <PictureBox title="Pictures waiting to be sent" pictures={waiting} />}
      {refused.length > 0 && (
        <PictureBox title="Pictures the server did not take" pictures={refused} hint={REFUSED_WAYS} />
      )}
    </>
  );
}

interface PictureBoxProps {
  title: string;
  pictures: readonly WaitingPictureState[];
  /** What can be done with the pictures. */
  hint?: string;
}

function PictureBox({ title, pictures, hint }: PictureBoxProps) {
  return (
    <FoldingBox title={counted(title, pictures.length)} urgent={hint ? needing(pictures.length) : null}>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <ul className="mt-2 grid max-h-80 gap-2 overflow-y-auto">
        {pictures.map((picture) => (
          <li key={picture.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <PictureRow picture={picture} />
          </li>
        ))}
      </ul>
    </FoldingBox>
  );
}

function PictureRow({ picture }: { picture: WaitingPictureState }) {
  const { waitingPictures, clock } = usePorts();
  const confirm = useConfirm();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const { id, name, since, fault } = picture;
  const orTell = async (run: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await run();
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    } finally {
      setIsBusy(false);
    }
  };
  const remove = async () => {
    const question = {
      title: `Remove ${called(name)} from this computer?`,
      description: 'It is nowhere else. A post that shows it shows nothing in its place.',
      confirm: 'Remove',
      isDangerous: true,
    };
    if (await confirm(question)) await waitingPictures?.remove(id);
  };
  return (
    <>
      <img src={waitingPictureAddress(id)} alt="" className="size-12 shrink-0 rounded-sm bg-surface object-contain" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="truncate">{called(name)}</p>
        <WhyItWaits picture={picture} />
        <p className="text-xs text-muted">
          Given {timeAgo(new Date(since).toISOString(), Math.max(clock.now(), since))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {fault !== null && (
          <Button
            size="sm"
            disabled={isBusy}
            aria-label={`Try again: ${called(name)}`}
            onClick={() => orTell(async () => waitingPictures?.retry(id))}
          >
            Try again
          </Button>
        )}
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={`Save to Disk: ${called(name)}`}
          onClick={() => orTell(async () => waitingPictures?.save(id))}
        >
          Save to Disk
        </Button>
        <Button
          size="sm"
          variant="plain"
          disabled={isBusy}
          aria-label={`Remove: ${called(name)}`}
          onClick={() => orTell(remove)}
        >
          Remove
        </Button>
      </div>
    </>
  );
}

function WhyItWaits({ picture }: { picture: WaitingPictureState }) {
  const isOnline = useExchangeFact((state) => state.isOnline);
  const isSignedIn = useExchangeFact((state) => state.isSignedIn);
  return picture.fault === null ? (
    <p className="text-xs wrap-anywhere text-muted">{waitingText(picture, isOnline, isSignedIn)}</p>
  ) : (
    <p className="text-xs wrap-anywhere text-danger">{refusedText(picture.fault)}</p>
  );
}

const called = (name: string) => name || 'A picture';
