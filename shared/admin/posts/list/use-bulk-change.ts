import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { changePosts, type ManyPostsChange, type PostSummary } from '#shared/contract/posts.ts';
import type { AdminPorts } from '../../ports.ts';
import { useAction } from '../../use-action.ts';
import { type AskedAction, doOrWait } from '../../waiting/index.ts';
import { refreshes } from '../use-post-actions.ts';
import { inParts } from './bulk-parts.ts';

type Answer = AnswerOf<typeof changePosts>;

/** What an action on several posts has done: in words, what it could not do, and what has all as it was. */
export interface BulkOutcome extends Answer {
  title: string;
}

interface BulkInput {
  changes: readonly ManyPostsChange[];
  /** "published": what has been done to the posts. */
  done: string;
  /** What waits where the server does not answer; nothing of several posts does. */
  waiting?: AskedAction;
}

/**
 * Changes several posts in one call, a very great many in a few, with the number done so far. Those that cannot be
 * changed (a draft whose content is missing, a post changed elsewhere) do not stop the others. `onDone` is called when
 * something was changed.
 */
export function useBulkChange(onDone: () => void) {
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const action = useAction({
    name: 'posts_changed',
    run(ports, { changes, waiting }: BulkInput) {
      setDone(0);
      setOutcome(null);
      const send = () => sendAll(ports.api, changes, setDone);
      return waiting ? doOrWait(ports, waiting, send) : send();
    },
    refreshes,
    onSuccess(answer, { done }) {
      const { changed } = answer;
      const title = `${changed.toLocaleString('en-US')} ${changed === 1 ? 'post' : 'posts'} ${done}`;
      setOutcome({ ...answer, title });
      onDone();
    },
  });
  return {
    isPending: action.isPending,
    /** How many of the posts have been gone through. */
    done,
    outcome,
    change: (set: ManyPostsChange['set'], posts: readonly PostSummary[], done: string) =>
      action.mutate({ changes: [{ posts: posts.map(({ id, version }) => ({ id, version })), set }], done }),
    /** Publishes one post or takes it offline: without the server it waits. */
    publish({ id, version, title, published: before }: PostSummary, published: boolean) {
      action.mutate({
        changes: [{ posts: [{ id, version }], set: { published } }],
        done: published ? 'published' : 'unpublished',
        waiting: {
          postId: id,
          title,
          action: { type: 'change', version, fields: { published }, before: { published: before } },
        },
      });
    },
    undo: ({ undo }: BulkOutcome) => action.mutate({ changes: undo, done: 'as before' }),
    dismiss: () => setOutcome(null),
  };
}

/** Throws where none of the posts could be changed: the reason is the same for all. */
async function sendAll(
  api: AdminPorts['api'],
  changes: readonly ManyPostsChange[],
  onProgress: (done: number) => void,
): Promise<Answer> {
  const total = changes.reduce((count, { posts }) => count + posts.length, 0);
  const answer = await sendInParts(api, changes, onProgress);
  const [first] = answer.failed;
  if (first && answer.failed.length === total) throw new Error(first.message);
  return answer;
}

async function sendInParts(
  api: AdminPorts['api'],
  changes: readonly ManyPostsChange[],
  onProgress: (done: number) => void,
): Promise<Answer> {
  const whole: Answer = { changed: 0, failed: [], undo: [] };
  let done = 0;
  for (const part of inParts(changes)) {
    const { changed, failed, undo } = await api.call(changePosts, { body: { changes: part } });
    whole.changed += changed;
    whole.failed.push(...failed);
    whole.undo.push(...undo);
    done += part.reduce((count, { posts }) => count + posts.length, 0);
    onProgress(done);
  }
  return whole;
}
