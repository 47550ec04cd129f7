import { requireScope } from '#server/http/api-token.ts';
import type { Services } from '#server/services/index.ts';
import { copyPosts } from '#shared/contract/post-copy.ts';
import {
  changePosts,
  createPost,
  deletePost,
  getPostById,
  listPostRevisions,
  restorePostRevision,
  saveDraft,
  undeletePost,
  updatePost,
} from '#shared/contract/posts.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** Posts of one action that are named in the log of what happened. */
const IDS_NOTED = 30;

/** What the owner does with posts. */
export function addPostAdminRoutes(register: Register, { postAdmin, postCopies, audit }: Services): void {
  register(getPostById, ({ params }) => postAdmin.get(params.id));

  register(copyPosts, ({ query }) => postCopies.page(query.cursor));

  register(createPost, ({ body, request }) => postAdmin.create(body, idempotencyKeyOf(request)));

  register(updatePost, ({ params, body: { version, base, ...changes } }) =>
    postAdmin.update(params.id, changes, { version, base }),
  );

  register(saveDraft, ({ body, request }) => {
    // A post that is saved as a draft is taken from its readers, also one that goes live in this moment.
    if (body.id !== undefined) requireScope(request, 'publish');
    return postAdmin.saveDraft(body, idempotencyKeyOf(request));
  });

  register(changePosts, async ({ body }) => {
    const answer = await postAdmin.changeMany(body.changes);
    const ids = body.changes.flatMap(({ posts }) => posts.map(({ id }) => id));
    const details = { changed: String(answer.changed), posts: ids.slice(0, IDS_NOTED).join(', ') };
    if (answer.changed > 0) await audit.note({ event: 'posts_changed', details });
    return answer;
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
