import { useRef, useState } from 'react';
import type { ManyPostsChange } from '#shared/contract/posts/many-posts.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { useAction } from '../../use-action.ts';
import { type AskedAction, doOrWait } from '../../waiting/index.ts';
import { refreshes } from '../use-post-actions.ts';
import { countOf } from './bulk-parts.ts';
import { type BulkAnswer, sendBulk } from './send-bulk.ts';

/**
 * The result of an action on several posts: in words, with the posts that could not be changed, and the changes that
 * undo it.
 */
export interface BulkOutcome extends BulkAnswer {
  title: string;
}

interface BulkInput {
  changes: readonly ManyPostsChange[];
  /** "published": the word for the result. */
  done: string;
  /** The action that waits when the server does not answer. Changes of several posts do not wait. */
  waiting?: AskedAction;
}

/**
 * Changes several posts, and gives the number processed so far, until it is stopped. Posts that cannot be changed (a
 * draft without content, a post changed elsewhere) do not stop the others. `onDone` is called when something was
 * changed.
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
    /** The number of posts that are being changed or restored. */
    total: action.isPending ? countOf(action.variables.changes) : 0,
    /** The number of posts processed so far. */
    done,
    /** Ends the change after the posts that the server is processing. */
    stop() {
      setIsStopping(true);
      stopping.current.abort();
    },
    isStopping,
    outcome,
    change: (set: ManyPostsChange['set'], posts: readonly PostSummary[], done: string) =>
      action.mutate({ changes: [{ posts: posts.map(({ id, version }) => ({ id, version })), set }], done }),
    /** Publishes one post or takes it offline; without the server, this waits. */
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
