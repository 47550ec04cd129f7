import type { PostSummary } from '#shared/contract/posts.ts';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { redOfStored } from '../../judge-post.ts';
import { usePorts } from '../../ports-context.tsx';
import { publishQuestion } from '../post-form/judging/publish-question.tsx';
import { useDeletePost, useDuplicatePost, useUndeletePost } from '../use-post-actions.ts';
import type { PostCardActions } from './post-card.tsx';
import type { useBulkChange } from './use-bulk-change.ts';

/** What the buttons of one post do. */
export function usePostCardActions(bulk: ReturnType<typeof useBulkChange>): PostCardActions {
  const { api } = usePorts();
  const confirm = useConfirm();
  const remove = useDeletePost();
  const undelete = useUndeletePost();
  const duplicate = useDuplicatePost();
  return {
    async onDelete(post: PostSummary) {
      const title = 'Are you sure you want to delete this post?';
      const description = `"${post.title}" goes to the bin and can be taken out again for 30 days.`;
      if (await confirm({ title, description, confirm: 'Delete', isDangerous: true })) remove.mutate(post);
    },
    onUndelete: undelete.mutate,
    onDuplicate: duplicate.mutate,
    async onPublish(post, published) {
      const red = published ? await redOfStored(api, [post]) : [];
      if (red.length > 0 && !(await confirm(publishQuestion(red)))) return;
      bulk.publish(post, published);
    },
  };
}
