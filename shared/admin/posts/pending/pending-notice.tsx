import {
  discardPendingChange,
  getPendingChange,
  type PendingChange,
  publishPendingChange,
} from '#shared/contract/pending.ts';
import type { Post } from '#shared/contract/posts.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { dateAndTime } from '../../dates.ts';
import { redOfPending } from '../../judge-post.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { publishQuestion } from '../post-form/judging/publish-question.tsx';
import { Notice } from '../post-form/notices/notice.tsx';
import { usePendingPosts } from './use-pending.ts';

interface PendingNoticeProps {
  postId: number;
  /** Something was typed that is not saved: the change could not be opened or published without mixing it in. */
  isUnsaved: boolean;
  onEdit: (change: PendingChange) => void;
  onPublished: (post: Post) => void;
}

/** The change that waits beside the post of the form, and what can be done with it. */
export function PendingNotice({ postId, isUnsaved, onEdit, onPublished }: PendingNoticeProps) {
  const { api } = usePorts();
  const confirm = useConfirm();
  const pending = usePendingPosts().find(({ id }) => id === postId)?.pending;
  const params = { id: postId };
  const edit = useAction({
    name: 'pending_change_opened',
    run: ({ api }) => api.call(getPendingChange, { params }),
    onSuccess: onEdit,
  });
  const publish = useAction({
    name: 'pending_change_published',
    run: ({ api }) => api.call(publishPendingChange, { params }),
    refreshes: [queryKeys.posts],
    success: 'Pending change published',
    onSuccess: onPublished,
  });
  const discard = useAction({
    name: 'pending_change_discarded',
    run: ({ api }) => api.call(discardPendingChange, { params }),
    refreshes: [queryKeys.posts],
    success: 'Pending change discarded',
  });
  if (!pending) return null;
  const isBusy = edit.isPending || publish.isPending || discard.isPending;
  const publishIt = async () => {
    const red = await redOfPending(api, postId);
    if (red.length === 0 || (await confirm(publishQuestion(red)))) publish.mutate();
  };
  const discardIt = async () => {
    if (await confirm(discardQuestion)) discard.mutate();
  };
  return (
    <Notice
      title={pending.problem === null ? 'A change of this post waits' : 'A change of this post needs you'}
      actions={
        <>
          <Button size="sm" disabled={isBusy || isUnsaved} onClick={() => edit.mutate()}>
            Edit change
          </Button>
          <Button size="sm" disabled={isBusy || isUnsaved} onClick={publishIt}>
            Publish change now
          </Button>
          <Button size="sm" variant="danger" disabled={isBusy} onClick={discardIt}>
            Discard change
          </Button>
        </>
      }
    >
      {pending.problem ?? (
        <p>
          {pending.dueAt === null
            ? 'It goes live when you publish it.'
            : `It goes live on ${dateAndTime(pending.dueAt)}.`}{' '}
          Readers see the post as it is here until then.
        </p>
      )}
      {isUnsaved && <p className="mt-1 text-muted">Save or discard what you typed to open or publish the change.</p>}
    </Notice>
  );
}

const discardQuestion = {
  title: 'Discard the pending change?',
  description: 'What was changed and waits is deleted. The post stays as readers see it.',
  confirm: 'Discard change',
  isDangerous: true,
};
