import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import { workingCopyOf } from '#shared/workspace/post-draft.ts';
import {
  canKeep,
  loadDraft,
  openPostSession,
  type PostSession,
  type SaveReport,
  type SessionPorts,
  type StoredPost,
  sendSave,
  storedPost,
  storedPostOf,
  systemTimers,
  unsavedDrafts,
} from '../../editor/index.ts';
import type { AdminPorts } from '../../ports.ts';
import { fetchPost } from '../fetch-post.ts';
import type { FormTarget } from '../post-address.ts';

/** An open form, before anything is drawn. */
export interface OpenedForm {
  session: PostSession;
  /** The post on the server when the form was opened; null for a new post. */
  stored: StoredPost | null;
  /** Whether this computer stores typed words. */
  isKeeping: boolean;
  /** The results of saves go to `listener`, which the form sets. */
  reports: { listener: (report: SaveReport) => void };
}

/** Opens a post's form: fetches the post, and restores unsaved words from this computer. */
export async function openForm(ports: AdminPorts, target: FormTarget, signal: AbortSignal): Promise<OpenedForm> {
  const reports: OpenedForm['reports'] = { listener: () => {} };
  const own: SessionPorts = { ...sessionPorts(ports), report: (report) => reports.listener(report) };
  const isKeeping = await canKeep(ports.store);
  if (target.kind === 'new') {
    const session = await openPostSession(own, { post: null, draftId: target.draftId });
    return { session, stored: null, isKeeping, reports };
  }
  const stored = await fetchStored(ports, target.id, signal);
  const session = await openPostSession(own, { post: stored });
  return { session, stored, isKeeping, reports };
}

/** Returns the ports of a post's session, in a form and without one. */
export function sessionPorts({ api, store, clock, locks, ...ports }: AdminPorts): Omit<SessionPorts, 'report'> {
  return {
    store,
    clock,
    locks,
    timers: systemTimers,
    openChannel: ports.openChannel,
    unique: ports.uniqueId,
    send: (request) => sendSave(api, request),
    reload: (id) =>
      fetchPost(api, id).then(storedPost, () => {
        // Whatever the reason, the session continues with the version that it has.
        return null;
      }),
  };
}

/**
 * Fetches the post from the server. When it is gone or the server cannot be reached, and this computer has unsaved
 * words of it, returns the version on which they were typed, so that at least these words can be opened.
 */
async function fetchStored({ api, store }: AdminPorts, id: number, signal: AbortSignal): Promise<StoredPost> {
  try {
    return storedPost(await fetchPost(api, id, signal));
  } catch (error) {
    const isOutOfReach =
      error instanceof OfflineError || (error instanceof ApiError && error.code === 'post_not_found');
    if (!isOutOfReach) throw error;
    const unsaved = (await unsavedDrafts(store)).find(({ postId }) => postId === id);
    const copy = unsaved && workingCopyOf(await loadDraft(store, unsaved.id));
    if (!copy) throw error;
    return storedPostOf(copy);
  }
}
