import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { timeAgo } from '../../dates.ts';
import { errorText } from '../../error-text.ts';
import { usePorts } from '../../ports-context.tsx';
import { draftAddress, editAddress } from '../post-address.ts';
import { discardedIn, discardQuestion } from '../post-form/index.ts';
import { type UnsavedDraft, useUnsavedDrafts } from './use-unsaved-drafts.ts';

/**
 * What was typed and not saved, each with the way back to it; nothing where there is none. Beside the bin of posts
 * (`isBin`) it is what was discarded.
 */
export function UnsavedDrafts({ isBin }: { isBin: boolean }) {
  const { drafts, binned, discard, takeBack } = useUnsavedDrafts();
  const [justDiscarded, setJustDiscarded] = useState(discardedIn(useLocation()));
  const confirm = useConfirm();
  const navigate = useNavigate();
  const toast = useToast();
  const orTell = async (run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    }
  };
  const askAndDiscard = async (draft: UnsavedDraft) => {
    if (!(await confirm(discardQuestion(draft.postId)))) return;
    await orTell(async () => {
      const id = await discard(draft);
      setJustDiscarded(id);
      if (id === null) toast({ title: 'It is open in another tab', variant: 'destructive' });
    });
  };
  const undo = (draft: UnsavedDraft) =>
    orTell(async () => {
      await takeBack(draft);
      navigate(formAddress(draft));
    });

  const undoable = binned.find(({ id }) => id === justDiscarded);
  const shown = isBin ? binned : drafts;
  return (
    <>
      {undoable && !isBin && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line-strong bg-sunken px-4 py-2">
          <p role="status" className="min-w-0 truncate">
            Discarded: <span className="font-semibold">{nameOf(undoable)}</span>
          </p>
          <Button size="sm" onClick={() => undo(undoable)}>
            Undo
          </Button>
        </div>
      )}
      {shown.length > 0 && (
        <section aria-labelledby="unsaved-drafts" className="mb-5 rounded-md border border-line-strong bg-sunken p-4">
          <h3 id="unsaved-drafts" className="font-semibold">
            {isBin ? 'Discarded drafts' : 'Not saved yet'}
            {shown.length > 1 && `: ${shown.length}`}
          </h3>
          <ul className="mt-2 grid max-h-80 grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto">
            {shown.map((draft) => (
              <Draft key={draft.id} draft={draft}>
                {isBin ? (
                  <Button
                    size="sm"
                    aria-label={`Restore ${nameOf(draft)}`}
                    onClick={() => orTell(() => takeBack(draft))}
                  >
                    Restore
                  </Button>
                ) : (
                  <>
                    <Link
                      to={formAddress(draft)}
                      aria-label={`Continue with ${nameOf(draft)}`}
                      className={buttonClass('quiet', 'sm')}
                    >
                      Continue
                    </Link>
                    <Button
                      size="sm"
                      variant="plain"
                      aria-label={`Discard ${nameOf(draft)}`}
                      onClick={() => askAndDiscard(draft)}
                    >
                      Discard
                    </Button>
                  </>
                )}
              </Draft>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Draft({ draft, children }: { draft: UnsavedDraft; children: ReactNode }) {
  const { clock } = usePorts();
  const { postId, at, save } = draft;
  const what = postId === null ? 'New post' : 'Changes to a post';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="truncate">{nameOf(draft)}</p>
        <p className="text-xs text-muted">
          {what}
          {at > 0 && `, ${timeAgo(new Date(at).toISOString(), Math.max(clock.now(), at))}`}
        </p>
        {save && (
          <p className={`text-xs ${save === 'waiting' ? '' : 'text-danger'}`}>
            {save === 'waiting' ? 'Saved offline: sent when the network is back' : `Not saved: ${save.refused}`}
          </p>
        )}
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  );
}

const nameOf = ({ title }: UnsavedDraft) => (title === '' ? 'Untitled' : title);
const formAddress = ({ id, postId }: UnsavedDraft) => (postId === null ? draftAddress(id) : editAddress(postId));
