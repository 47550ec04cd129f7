import { Link } from 'react-router-dom';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { timeAgo } from '../../dates.ts';
import { errorText } from '../../error-text.ts';
import { usePorts } from '../../ports-context.tsx';
import { draftAddress, editAddress } from '../post-address.ts';
import { type UnsavedDraft, useUnsavedDrafts } from './use-unsaved-drafts.ts';

/** What was typed and not saved, each with the way back to it; nothing where there is none. */
export function UnsavedDrafts() {
  const { drafts, giveUp } = useUnsavedDrafts();
  const confirm = useConfirm();
  const toast = useToast();
  if (drafts.length === 0) return null;
  const askAndGiveUp = async (draft: UnsavedDraft) => {
    const question = {
      title: 'Discard what you typed?',
      description:
        draft.postId === null
          ? 'The post was never saved. Nothing of it is left then.'
          : 'The post itself stays as it was last saved.',
      confirm: 'Discard',
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    try {
      if (!(await giveUp(draft))) toast({ title: 'It is open in another tab', variant: 'destructive' });
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    }
  };
  return (
    <section aria-labelledby="unsaved-drafts" className="mb-5 rounded-md border border-line-strong bg-sunken p-4">
      <h3 id="unsaved-drafts" className="font-semibold">
        {drafts.length === 1 ? 'Not saved yet' : `Not saved yet: ${drafts.length}`}
      </h3>
      <ul className="mt-2 grid max-h-80 grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto">
        {drafts.map((draft) => (
          <Draft key={draft.id} draft={draft} onDiscard={() => askAndGiveUp(draft)} />
        ))}
      </ul>
    </section>
  );
}

function Draft({ draft: { id, title, postId, at }, onDiscard }: { draft: UnsavedDraft; onDiscard: () => void }) {
  const { clock } = usePorts();
  const name = title === '' ? 'Untitled' : title;
  const what = postId === null ? 'New post' : 'Changes to a post';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="truncate">{name}</p>
        <p className="text-xs text-muted">
          {what}
          {at > 0 && `, ${timeAgo(new Date(at).toISOString(), Math.max(clock.now(), at))}`}
        </p>
      </div>
      <div className="flex gap-2">
        <Link
          to={postId === null ? draftAddress(id) : editAddress(postId)}
          aria-label={`Continue with ${name}`}
          className={buttonClass('quiet', 'sm')}
        >
          Continue
        </Link>
        <Button size="sm" variant="plain" aria-label={`Discard ${name}`} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}
