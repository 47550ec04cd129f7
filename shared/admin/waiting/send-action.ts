import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import {
  discardPendingChange,
  getPendingChange,
  keepPendingChange,
  keptChange,
  type PendingChange,
  publishPendingChange,
} from '#shared/contract/posts/pending.ts';
import { type Post, post as postSchema } from '#shared/contract/posts/post.ts';
import { updatePost } from '#shared/contract/posts/posts-admin.ts';
import { errorRegistry } from '#shared/kernel/errors.ts';
import { isSameJson, type JsonValue } from '#shared/workspace/json.ts';
import { faultOf, isBusy, type SaveFault } from '../editor/index.ts';
import type { PostAction, Publication, WaitingAction } from './waiting-actions.ts';

/** The result of an action. */
export type ActionOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'refused'; readonly fault: SaveFault };

/** How often a post may change during one attempt. */
const MOST_RACES = 5;

/**
 * Sends an action that has waited. It may have arrived before, with its answer lost: if the result is there already,
 * the action is done. Every answer is an outcome, and so is no answer; nothing is thrown.
 */
export async function sendAction(api: ApiClient, { postId, action }: WaitingAction): Promise<ActionOutcome> {
  try {
    const fault = await run(api, postId, action);
    return fault ? { kind: 'refused', fault } : { kind: 'done' };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Returns what a failed call means for a waiting action. */
export function outcomeOf(error: unknown): Exclude<ActionOutcome, { kind: 'done' }> {
  if (error instanceof OfflineError) return { kind: 'no-answer' };
  if (error instanceof ApiError && error.status === 401) return { kind: 'unauthorized' };
  if (error instanceof ApiError && isBusy(error)) return { kind: 'no-answer' };
  return { kind: 'refused', fault: faultOf(error) };
}

/** Returns null if the action is done. */
function run(api: ApiClient, postId: number, action: PostAction): Promise<SaveFault | null> {
  const params = { id: postId };
  switch (action.type) {
    case 'change':
      return change(api, postId, action);
    case 'keep-pending':
      return keep(api, postId, action);
    case 'publish-pending':
      return withPending(api, postId, action.pendingVersion, (query) =>
        api.call(publishPendingChange, { params, query }),
      );
    case 'discard-pending':
      return withPending(api, postId, action.pendingVersion, (query) =>
        api.call(discardPendingChange, { params, query }),
      );
  }
}

/**
 * Sets fields of a post whose version may have changed. If the fields still have their former values, they are set; if
 * they have the wanted values, the action is done; otherwise the matter was decided elsewhere.
 */
async function change(
  api: ApiClient,
  postId: number,
  { version, fields, before }: Extract<PostAction, { type: 'change' }>,
): Promise<SaveFault | null> {
  let from = version;
  for (let races = 0; ; races += 1) {
    const current = await changeOnce(api, postId, { ...fields, version: from });
    if (current === null || says(current, fields)) return null;
    if (!says(current, before) || races === MOST_RACES) return faultNamed('post_conflict');
    from = current.version;
  }
}

/** Returns the post that was found instead; null if the post was changed. */
async function changeOnce(api: ApiClient, id: number, body: Publication & { version: number }): Promise<Post | null> {
  try {
    await api.call(updatePost, { params: { id }, body });
    return null;
  } catch (error) {
    const current = error instanceof ApiError && error.code === 'post_conflict' ? error.current : null;
    const post = postSchema.safeParse(current);
    if (!post.success) throw error;
    return post.data;
  }
}

function says(post: Post, fields: Publication): boolean {
  const names = Object.keys(fields) as (keyof Publication)[];
  return names.every((name) => post[name] === fields[name]);
}

async function keep(
  api: ApiClient,
  id: number,
  { body: stored, dueAt }: Extract<PostAction, { type: 'keep-pending' }>,
): Promise<SaveFault | null> {
  const body = keptChange.parse({ ...stored, dueAt });
  try {
    await api.call(keepPendingChange, { params: { id }, body });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'pending_conflict') throw error;
    const there = await pendingOf(api, id);
    return there && isKept(there, stored, dueAt) ? null : faultOf(error);
  }
}

/** Whether the pending change on the server is the very one that was sent. */
function isKept(
  { fields, dueAt }: PendingChange,
  sent: Readonly<Record<string, JsonValue>>,
  due: string | null,
): boolean {
  if ((dueAt === null ? null : Date.parse(dueAt)) !== (due === null ? null : Date.parse(due))) return false;
  return Object.entries(fields).every(([name, value]) => {
    const said = sent[name];
    return said === undefined || said === '' || isSameJson(said, value as JsonValue);
  });
}

/**
 * Acts on the pending change that the owner saw. If that change is gone, it was published or discarded, and the action
 * is done.
 */
async function withPending(
  api: ApiClient,
  id: number,
  seen: number,
  act: (query: { pendingVersion: number }) => Promise<unknown>,
): Promise<SaveFault | null> {
  const there = await pendingOf(api, id);
  if (there === null) return null;
  if (there.version !== seen) return faultNamed('pending_conflict');
  await act({ pendingVersion: seen });
  return null;
}

async function pendingOf(api: ApiClient, id: number): Promise<PendingChange | null> {
  try {
    return await api.call(getPendingChange, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

function faultNamed(code: 'post_conflict' | 'pending_conflict'): SaveFault {
  return { code, message: errorRegistry[code].message, issues: [] };
}
