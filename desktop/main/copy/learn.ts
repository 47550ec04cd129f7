import type { Endpoint } from '#shared/contract/endpoint.ts';
import { publishPendingChange } from '#shared/contract/posts/pending.ts';
import { post } from '#shared/contract/posts/post.ts';
import { restorePostRevision } from '#shared/contract/posts/post-revisions.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { createPost, deletePost, saveDraft, undeletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import type { CopyStore } from './copy-store.ts';

/** Calls whose answer is a post as it is now. */
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

/** Takes into the copy what the page is told, so that it is there when the network goes the next moment. */
export interface Learner {
  /** Whether the body of an answer is worth reading. */
  isTelling(method: string, pathname: string): boolean;
  /** A good answer to the page; `body` of one that tells. */
  heard(method: string, pathname: string, body: Uint8Array | null): void;
}

interface LearnerOptions {
  store: CopyStore;
  clock: Clock;
  /** Something may be new on the server. */
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
        // The copy's own way brings it.
        log.warn('The copy did not take in what the page was told', error);
      }
      if (method !== 'GET' && OF_POSTS.test(pathname)) nudge();
    },
  };
}
