import {
  discardPendingChange,
  getPendingChange,
  type PendingChange,
  publishPendingChange,
} from '#shared/contract/posts/pending.ts';
import type { Post, PostSummary } from '#shared/contract/posts/post.ts';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { redOfPending } from '../../judge-post.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { doOrWait } from '../../waiting/index.ts';
import { publishQuestion } from '../post-form/judging/publish-question.tsx';
import { Notice } from '../post-form/notices/notice.tsx';
import { postStatus } from '../post-status.ts';
import { ProposalNote, proposerName } from '../proposals/proposal-note.tsx';
import { placeWords } from './pending-text.ts';
import { usePendingPosts } from './use-pending.ts';

interface PendingNoticeProps {
  postId: number;
  /** Whether the form has unsaved words: opening or publishing the change would mix them in. */
  isUnsaved: boolean;
  onEdit: (change: PendingChange) => void;
  onPublished: (post: Post) => void;
}

/** The change that waits beside the post of the form, with its actions. */
export function PendingNotice({ postId, isUnsaved, onEdit, onPublished }: PendingNoticeProps) {
  const { api, clock } = usePorts();
  const confirm = useConfirm();
  const post = usePendingPosts().find(({ id }) => id === postId);
  const { pending, proposed } = post ?? {};
  const status = post ? postStatus(post, clock.now()) : 'Draft';
  const words = placeWords(status, pending?.dueAt ?? null);
  const params = { id: postId };
  // Names the change that is shown, since another program may propose a new one at this moment.
  const seen = { params, query: { pendingVersion: pending?.version } };
  const asked = (type: 'publish-pending' | 'discard-pending') => ({
    postId,
    title: post?.title ?? '',
    action: { type, pendingVersion: pending?.version ?? 0 },
  });
  const edit = useAction({
    name: 'pending_change_opened',
    run: ({ api }) => api.call(getPendingChange, { params }),
    onSuccess: onEdit,
  });
  const publish = useAction({
    name: 'pending_change_published',
    run: (ports) => doOrWait(ports, asked('publish-pending'), () => ports.api.call(publishPendingChange, seen)),
    refreshes: [queryKeys.posts],
    success: words.done,
    onSuccess: onPublished,
  });
  const discard = useAction({
    name: 'pending_change_discarded',
    run: (ports) => doOrWait(ports, asked('discard-pending'), () => ports.api.call(discardPendingChange, seen)),
    refreshes: [queryKeys.posts],
    success: 'Pending change discarded',
  });
  if (!pending) return null;
  const isBusy = edit.isPending || publish.isPending || discard.isPending;
  const isOff = isBusy || isUnsaved;
  const publishIt = async () => {
    // A change of a post that readers do not see publishes nothing.
    const red = status === 'Published' ? await redOfPending(api, postId) : [];
    if (red.length === 0 || (await confirm(publishQuestion(red)))) publish.mutate();
  };
  const discardIt = async () => {
    if (await confirm(discardQuestion)) discard.mutate();
  };
  return (
    <Notice
      title={titleOf(pending, proposed)}
      actions={
        <>
          <OfferingButton command="Edit the Pending Change" size="sm" disabled={isOff} onClick={() => edit.mutate()}>
            Edit change
          </OfferingButton>
          <OfferingButton command="Publish the Pending Change" size="sm" disabled={isOff} onClick={publishIt}>
            {words.button}
          </OfferingButton>
          <OfferingButton
            command="Discard the Pending Change"
            size="sm"
            variant="danger"
            disabled={isBusy}
            onClick={discardIt}
          >
            Discard change
          </OfferingButton>
        </>
      }
    >
      {pending.problem ?? <p>{words.waits}</p>}
      {isOfAnother(proposed) && <ProposalNote proposed={proposed} />}
      {isUnsaved && <p className="mt-1 text-muted">Save or discard what you typed to open or publish the change.</p>}
    </Notice>
  );
}

type Proposed = PostSummary['proposed'];

/** Whether another program proposed the waiting change. */
function isOfAnother(proposed: Proposed): proposed is NonNullable<Proposed> {
  return proposed?.kind === 'change' && proposed.state === 'waiting';
}

function titleOf({ problem }: { problem: string | null }, proposed: Proposed): string {
  if (problem !== null) return 'A change of this post needs you';
  return isOfAnother(proposed)
    ? `${proposerName(proposed)} proposes a change of this post`
    : 'A change of this post waits';
}

const discardQuestion = {
  title: 'Discard the pending change?',
  description: 'What was changed and waits is deleted. The post stays as it is.',
  confirm: 'Discard change',
  isDangerous: true,
};
