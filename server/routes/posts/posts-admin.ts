import { requireScope } from '#server/http/api-token.ts';
import type { Services } from '#server/services/index.ts';
import { copyPosts } from '#shared/contract/posts/post-copy.ts';
import { listPostRevisions, restorePostRevision } from '#shared/contract/posts/post-revisions.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { createPost, deletePost, saveDraft, undeletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { setPagingHeaders } from '../paging-headers.ts';
import type { Register } from '../register.ts';

/** The owner's calls for posts. */
export function addPostAdminRoutes(register: Register, { postAdmin, postCopies }: Services): void {
  register(getPostById, ({ params }) => postAdmin.get(params.id));

  register(copyPosts, ({ query }) => postCopies.page(query.cursor));

  register(createPost, ({ body, request }) => postAdmin.create(body, idempotencyKeyOf(request)));

  register(updatePost, ({ params, body: { version, base, ...changes } }) =>
    postAdmin.update(params.id, changes, { version, base }),
  );

  register(saveDraft, ({ body, request }) => {
    // Saving a post as a draft takes it from its readers, even if the post goes live at this very moment.
    if (body.id !== undefined) requireScope(request, 'publish');
    return postAdmin.saveDraft(body, idempotencyKeyOf(request));
  });

  register(deletePost, async ({ params }) => {
    await postAdmin.remove(params.id);
    return undefined;
  });

  register(undeletePost, ({ params }) => postAdmin.undelete(params.id));

  register(listPostRevisions, async ({ params, query, request, reply }) => {
    const list = await postAdmin.revisions(params.id, query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });

  register(restorePostRevision, ({ params }) => postAdmin.restore(params.id, params.revisionId));
}
