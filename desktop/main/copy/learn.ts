import type { Endpoint } from '#shared/contract/endpoint.ts';
import { publishPendingChange } from '#shared/contract/posts/pending.ts';
import { post } from '#shared/contract/posts/post.ts';
import { restorePostRevision } from '#shared/contract/posts/post-revisions.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { createPost, deletePost, saveDraft, undeletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import type { CopyStore } from './copy-store.ts';

/** Calls whose answer is a post in its current state. */
const telling: readonly Endpoint[] = [
  getPostById,
  createPost,
  updatePost,
  saveDraft,
  undeletePost,
  restorePostRevision,
  publishPendingChange,
];
const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);
const patterns = telling.map((endpoint) => ({ method: endpoint.method, pattern: patternOf(endpoint) }));
const deletion = patternOf(deletePost);
const OF_POSTS = /^\/api\/(?:posts|categories|tags|authors|history|imports|images)\b/;

/**
 * Stores in the copy what the answers to the page contain, so that it is there if the network is lost the next moment.
 */
export interface Learner {
  /** Whether the body of an answer is worth reading. */
  isTelling(method: string, pathname: string): boolean;
  /** Takes a good answer to the page. `body` is given when the answer is worth reading. */
  heard(method: string, pathname: string, body: Uint8Array | null): void;
}

interface LearnerOptions {
  store: CopyStore;
  clock: Clock;
  /** Tells the copy that the server may have something new. */
  nudge(): void;
  log: Log;
}

export function createLearner({ store, clock, nudge, log }: LearnerOptions): Learner {
  const isTelling = (method: string, pathname: string) =>
    patterns.some((each) => each.method === method && each.pattern.test(pathname));

  function learn(method: string, pathname: string, body: Uint8Array | null): void {
    if (body !== null && isTelling(method, pathname)) {
      const learned = post.safeParse(JSON.parse(new TextDecoder().decode(body)));
      if (learned.success) store.learn(learned.data);
    }
    const id = method === deletePost.method ? deletion.exec(pathname)?.[1] : undefined;
    if (id !== undefined) {
      store.write(({ posts, place }) => posts.bin(Number(id), new Date(clock.now()).toISOString(), place().pull));
    }
  }

  return {
    isTelling,
    heard(method, pathname, body) {
      try {
        learn(method, pathname, body);
      } catch (error) {
        // The copy's next pull brings the change.
        log.warn('The copy did not take in what the page was told', error);
      }
      if (method !== 'GET' && OF_POSTS.test(pathname)) nudge();
    },
  };
}
