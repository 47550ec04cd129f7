import type { FastifyRequest } from 'fastify';
import type { Services } from '#server/services/index.ts';
import {
  createPost,
  deletePost,
  getPostById,
  listPostRevisions,
  restorePostRevision,
  saveDraft,
  undeletePost,
  updatePost,
} from '#shared/contract/posts.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** What a key may look like: visible ASCII, as long as a row's id or a run's name may get. */
const KEY = /^[\x21-\x7e]{1,200}$/;

/** What the owner does with posts. */
export function addPostAdminRoutes(register: Register, { postAdmin }: Services): void {
  register(getPostById, ({ params }) => postAdmin.get(params.id));

  register(createPost, ({ body, request }) => postAdmin.create(body, idempotencyKey(request)));

  register(updatePost, ({ params, body: { version, base, ...changes } }) =>
    postAdmin.update(params.id, changes, { version, base }),
  );

  register(saveDraft, ({ body, request }) => postAdmin.saveDraft(body, idempotencyKey(request)));

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

/** The `Idempotency-Key` header; undefined when there is none. Throws AppError `invalid_input` for one that is no key. */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  const message = 'Must be 1 to 200 visible ASCII characters';
  throw new AppError('invalid_input', { message, issues: [{ path: 'Idempotency-Key', message }] });
}
