import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import { type Post, post as postSchema } from '#shared/contract/posts/post.ts';
import { createPost, saveDraft, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { baseOfValues } from '#shared/workspace/post-base.ts';
import { type PostValues, valuesOfPost } from '#shared/workspace/post-values.ts';
import type { SaveFault, SaveOutcome, SaveRequest, StoredPost } from './save-states.ts';

/** Returns a post of the server in the form that the save engine uses. */
export function storedPost(post: Post): StoredPost {
  return { id: post.id, version: post.version, values: valuesOfPost(post), createdAt: post.createdAt };
}

/** Makes the call for a save. Every answer is an outcome, and so is no answer; nothing is thrown. */
export async function sendSave(api: ApiClient, request: SaveRequest): Promise<SaveOutcome> {
  try {
    return { kind: 'stored', post: storedPost(await call(api, request)) };
  } catch (error) {
    return outcomeOf(error);
  }
}

function call(
  api: ApiClient,
  { intent, postId, version, base, values, key, isLetterHeld }: SaveRequest,
): Promise<Post> {
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key };
  const edited = { version: version ?? undefined, base: base ? baseOfValues(base) : undefined };
  const wish = isLetterHeld ? { isLetterHeld } : {};
  if (intent === 'draft') {
    const known = postId === null ? wish : { id: postId, ...edited };
    return api.call(saveDraft, { body: { ...draftBody(values), ...known }, headers });
  }
  const body = { ...values, tags: [...values.tags] };
  if (postId === null) return api.call(createPost, { body: { ...body, ...wish }, headers });
  return api.call(updatePost, { params: { id: postId }, body: { ...body, ...edited } });
}

/**
 * Returns the body for a draft, which may lack values that a post must have: a number that is not chosen yet is not
 * sent at all.
 */
export function draftBody({ categoryId, readTime, tags, published: _decidedByTheCall, ...rest }: PostValues) {
  return {
    ...rest,
    tags: [...tags],
    ...(categoryId > 0 ? { categoryId } : {}),
    ...(readTime > 0 ? { readTime } : {}),
  };
}

function outcomeOf(error: unknown): SaveOutcome {
  if (error instanceof OfflineError) return { kind: 'no-answer' };
  if (!(error instanceof ApiError)) return { kind: 'refused', fault: faultOf(error) };
  if (error.status === 401) return { kind: 'unauthorized' };
  if (isBusy(error)) return { kind: 'no-answer', isBusy: true };
  if (error.code === 'post_not_found') return { kind: 'missing' };
  const current = postSchema.safeParse(error.current);
  if (current.success && error.code === 'post_conflict') return { kind: 'stale', current: storedPost(current.data) };
  if (current.success && error.code === 'idempotency_mismatch') {
    return { kind: 'made-before', post: storedPost(current.data) };
  }
  return { kind: 'refused', fault: faultOf(error) };
}

/**
 * Whether the answer asks to be called later: too many calls, a busy server, or a proxy in front of the server that
 * cannot reach it.
 */
export function isBusy({ status }: Pick<ApiError, 'status'>): boolean {
  return status === 429 || (status >= 502 && status <= 504);
}

/** Returns what a failed call tells the owner. */
export function faultOf(error: unknown): SaveFault {
  if (error instanceof ApiError) return { code: error.code, message: error.detail, issues: error.issues ?? [] };
  const isForPeople = error instanceof Error && 'detail' in error && typeof error.detail === 'string';
  const message = isForPeople ? String(error.detail) : error instanceof Error ? error.message : String(error);
  return { code: undefined, message, issues: [] };
}
