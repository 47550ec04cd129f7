import type { Executor } from '#server/db/transaction.ts';
import {
  deletePending,
  findPending,
  keepPending,
  nextPending,
  notePendingProblem,
} from '#server/repositories/posts/pending-changes.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { keepProposedChange } from '#server/repositories/posts/proposed-changes.ts';
import type { Proposer } from '#server/repositories/proposals.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { keepPendingChange, PendingChange } from '#shared/contract/posts/pending.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { WordsSource } from '#shared/kernel/provenance.ts';
import type { ContentService } from '../content.ts';
import type { Events } from '../events/site-events.ts';
import type { LongWrites } from '../long-writes.ts';
import { type AskedChange, changeMadeTo } from './made-change.ts';
import { type ChangedPost, createChangePublishing, requireSeen } from './publish-change.ts';
import { readable, toPendingChange } from './read-change.ts';

/** Changes that wait beside the published state of a post (docs/rules.md, "Pending changes"). */
export interface PendingChangeService {
  /** Throws AppError `post_not_found`, `not_found`. */
  get(postId: number): Promise<PendingChange>;
  /** Throws AppError `post_not_found`, `post_conflict`, `pending_conflict`, `invalid_input`. */
  keep(postId: number, asked: BodyOf<typeof keepPendingChange>): Promise<PendingChange>;
  /**
   * Keeps a change that another program proposes; the change has no time at which it is due. Returns the proposal's id.
   * Throws as `keep` does, AppError `pending_conflict` when a change of somebody else is pending, and
   * `too_many_proposals`.
   */
  propose(postId: number, change: AskedChange, by: ProposedBy): Promise<number>;
  /**
   * `seen`: the version of the change that was looked at; the current one when absent. Throws AppError
   * `post_not_found`, `not_found`, `pending_conflict`, and the errors of a save of the post.
   */
  publish(postId: number, seen?: number): Promise<Post>;
  /** `seen` as in `publish`. Throws AppError `post_not_found`, `not_found`, `pending_conflict`. */
  discard(postId: number, seen?: number): Promise<void>;
  /**
   * Publishes every change whose time has come; a change that cannot be published stays, with the reason. Returns the
   * time at which the next change is due, in ISO 8601; null when none has a time. Throws the errors of the database;
   * nothing is lost then.
   */
  publishDue(): Promise<string | null>;
  /** The pending change of a post; null when there is none, or it cannot be read. */
  beside(post: Post): Promise<PendingChange | null>;
  /** Calls the listener after a change was kept: that change may be due sooner than the others. */
  onKept(listener: () => void): void;
}

/** The program that proposes a change, and the model that wrote its words; null when no model wrote them. */
export interface ProposedBy {
  proposer: Proposer;
  source: WordsSource | null;
}

interface PendingOptions {
  db: Executor;
  clock: Clock;
  content: ContentService;
  longWrites: LongWrites;
  tellPosts: Events['tellPosts'];
}

/** Errors that do not disappear when the change is tried again. */
const lasting: readonly ErrorCode[] = ['pending_conflict', 'slug_taken', 'invalid_input', 'content_too_complex'];

export function createPendingChangeService(options: PendingOptions): PendingChangeService {
  const { db, clock } = options;
  let kept = () => {};

  const stored = async (id: number): Promise<Post> => {
    const post = await findById(db, id, { kind: 'all', now: clock.now() });
    if (!post || post.deletedAt) throw new AppError('post_not_found');
    return post;
  };
  const found = async (id: number): Promise<ChangedPost> => {
    const post = await stored(id);
    const change = await findPending(db, id);
    if (!change) throw new AppError('not_found');
    return { post, change };
  };
  const publish = createChangePublishing({ ...options, found });

  return {
    async get(postId) {
      const { post, change } = await found(postId);
      return toPendingChange(post, change);
    },
    async keep(postId, { dueAt, pendingVersion, ...asked }) {
      const change = {
        ...(await changeMadeTo(db, await stored(postId), asked)),
        dueAt: dueAt ? new Date(dueAt).toISOString() : null,
      };
      await keepPending(db, change, pendingVersion, clock.now());
      const now = await found(postId);
      kept();
      return toPendingChange(now.post, now.change);
    },
    async propose(postId, change, { proposer, source }) {
      const made = await changeMadeTo(db, await stored(postId), change, source);
      return keepProposedChange(db, made, proposer, clock.now());
    },
    publish,
    async discard(postId, seen) {
      requireSeen((await found(postId)).change, seen);
      if (!(await deletePending(db, postId, seen))) throw new AppError('pending_conflict');
    },
    async beside(post) {
      const change = await findPending(db, post.id);
      return change === null ? null : readable(post, change);
    },
    onKept(listener) {
      kept = listener;
    },
    async publishDue() {
      for (;;) {
        const next = await nextPending(db);
        if (next === null || Date.parse(next.dueAt) > clock.now()) return next?.dueAt ?? null;
        const change = await findPending(db, next.postId);
        try {
          await publish(next.postId);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          // The owner has published or discarded the change meanwhile, or its post is in the bin: the other changes
          // continue.
          if (error.code === 'not_found' || error.code === 'post_not_found') continue;
          if (!lasting.includes(error.code)) throw error;
          if (change) await notePendingProblem(db, change, error.message);
        }
      }
    },
  };
}
