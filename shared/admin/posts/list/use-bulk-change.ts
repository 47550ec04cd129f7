import { useRef, useState } from 'react';
import type { ManyPostsChange } from '#shared/contract/posts/many-posts.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { useAction } from '../../use-action.ts';
import { type AskedAction, doOrWait } from '../../waiting/index.ts';
import { refreshes } from '../use-post-actions.ts';
import { countOf } from './bulk-parts.ts';
import { type BulkAnswer, sendBulk } from './send-bulk.ts';

/** What an action on several posts has done: in words, what it could not do, and what has all as it was. */
export interface BulkOutcome extends BulkAnswer {
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
 * Changes several posts, with the number done so far, until it is stopped. Those that cannot be
 * changed (a draft whose content is missing, a post changed elsewhere) do not stop the others. `onDone` is called when
 * something was changed.
 */
export function useBulkChange(onDone: () => void) {
  const [done, setDone] = useState(0);
  const [isStopping, setIsStopping] = useState(false);
  const stopping = useRef(new AbortController());
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const action = useAction({
    name: 'posts_changed',
    run(ports, { changes, waiting }: BulkInput) {
      setDone(0);
      setOutcome(null);
      setIsStopping(false);
      stopping.current = new AbortController();
      const watch = { onProgress: setDone, stop: stopping.current.signal };
      const send = () => sendBulk(ports, changes, watch);
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
    /** How many posts are being changed, or taken back. */
    total: action.isPending ? countOf(action.variables.changes) : 0,
    /** How many of the posts have been gone through. */
    done,
    /** Ends it after the posts the server is at. */
    stop() {
      setIsStopping(true);
      stopping.current.abort();
    },
    isStopping,
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
