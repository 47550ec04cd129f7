import { z } from 'zod';
import { changeOrigin, changingFrom } from '#server/change-origin.ts';
import type { Executor } from '#server/db/transaction.ts';
import {
  deletePending,
  findPending,
  keepPending,
  nextPending,
  notePendingProblem,
  publishPending,
  type StoredChange,
} from '#server/repositories/posts/pending-changes.ts';
import { revisionOfVersion } from '#server/repositories/posts/post-revisions.ts';
import { isStale } from '#server/repositories/posts/post-writes.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { keepProposedChange } from '#server/repositories/posts/proposed-changes.ts';
import { findProposer, type Proposer } from '#server/repositories/proposals.ts';
import { withNewWords } from '#shared/content/provenance/new-words.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { keepPendingChange, PendingChange } from '#shared/contract/pending.ts';
import type { Post } from '#shared/contract/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { WordsSource } from '#shared/kernel/provenance.ts';
import { mergePost } from '#shared/workspace/merge-post.ts';
import { isMadeFrom } from '#shared/workspace/post-base.ts';
import {
  areSameValues,
  type PostValues,
  postValueNames,
  valuesOfPost,
  withStoredValues,
} from '#shared/workspace/post-values.ts';
import type { ContentService } from './content.ts';
import type { Events } from './events/site-events.ts';
import { isLongWrite, type LongWrites } from './long-writes.ts';
import { checkedSlug } from './post-slugs.ts';
import { createPostWriter } from './post-writer.ts';
import { requireWhole } from './whole-post.ts';

/** Changes that wait beside what readers see of a post (docs/rules.md, "Pending changes"). */
export interface PendingChangeService {
  /** Throws AppError `post_not_found`, `not_found`. */
  get(postId: number): Promise<PendingChange>;
  /** Throws AppError `post_not_found`, `post_conflict`, `pending_conflict`, `invalid_input`. */
  keep(postId: number, asked: BodyOf<typeof keepPendingChange>): Promise<PendingChange>;
  /**
   * Keeps a change that another program proposes; it has no time of its own. Answers the proposal's id. Throws as `keep`
   * does, AppError `pending_conflict` where somebody else's change waits, and `too_many_proposals`.
   */
  propose(postId: number, change: AskedChange, by: ProposedBy): Promise<number>;
  /** Throws AppError `post_not_found`, `not_found`, `pending_conflict`, and as a save of the post does. */
  publish(postId: number): Promise<Post>;
  /** Throws AppError `post_not_found`, `not_found`. */
  discard(postId: number): Promise<void>;
  /**
   * Puts every change in place whose time has come; one that does not go is left with its reason. Answers when the next
   * one is due, ISO 8601; null where none has a time. Throws what the database throws: nothing is lost then.
   */
  publishDue(): Promise<string | null>;
  /** The change that waits beside a post; null where none does, or it cannot be read. */
  beside(post: Post): Promise<PendingChange | null>;
  /** Calls back after a change was kept: it may be due sooner than the others. */
  onKept(listener: () => void): void;
}

type AskedChange = Partial<Omit<BodyOf<typeof keepPendingChange>, 'dueAt' | 'pendingVersion'>>;

/** Who proposes, and the model whose words are in it; null where no model wrote them. */
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

/** Faults that trying again does not mend. */
const lasting: readonly ErrorCode[] = ['pending_conflict', 'slug_taken', 'invalid_input', 'content_too_complex'];
/** How often a post may change while a change is put in its place, before that is given up. */
const MOST_RACES = 5;

export function createPendingChangeService(options: PendingOptions): PendingChangeService {
  const { db, clock, content, longWrites, tellPosts } = options;
  let kept = () => {};

  const stored = async (id: number): Promise<Post> => {
    const post = await findById(db, id, { kind: 'all', now: clock.now() });
    if (!post || post.deletedAt) throw new AppError('post_not_found');
    return post;
  };
  const found = async (id: number): Promise<{ post: Post; change: StoredChange }> => {
    const post = await stored(id);
    const change = await findPending(db, id);
    if (!change) throw new AppError('not_found');
    return { post, change };
  };

  /** A change as it is stored, made to the version that was edited. `source`: the model that wrote what is new in it. */
  const madeFrom = async (
    postId: number,
    { version, base, ...given }: AskedChange,
    source: WordsSource | null = null,
  ) => {
    const post = await stored(postId);
    const from = isStale({ version, base }, post) ? await versionBefore(db, post, { version, base }) : post;
    if (from === null) throw new AppError('post_conflict', { current: post });
    const before = 'values' in from ? from.values : valuesOfPost(post);
    const slug = given.slug?.trim() ? checkedSlug(given.slug) : before.slug;
    const words = source && given.content !== undefined && { provenance: withNewWords(before, given.content, source) };
    const values = withStoredValues(before, textsOf({ ...given, ...words, slug }));
    requireWhole({ ...post, ...values });
    return { postId, fields: JSON.stringify(values), base: JSON.stringify(before), baseVersion: from.version };
  };

  /** Both are rendered outside of the transaction that stores them: what a save does meanwhile is merged anew. */
  async function publishOnce({ post, change }: { post: Post; change: StoredChange }): Promise<Post> {
    const merge = mergeOf(post, change);
    if (merge.kind === 'conflict') throw new AppError('pending_conflict');
    const { published: _, publishedAt: __, ...values } = merge.values;
    requireWhole({ ...post, ...values });
    const writer = createPostWriter({
      db,
      clock,
      content,
      cause: 'pending',
      replace(ex, id, changes, moment) {
        const at = { ...moment, pendingVersion: change.version };
        return isLongWrite(post.content.length, changes.content?.length ?? 0)
          ? longWrites.run({ write: 'publishPending', values: [id, changes, at] })
          : publishPending(ex, id, changes, at);
      },
    });
    const edited = { version: post.version };
    const written = await writer.update(post.id, { ...values, tags: [...values.tags] }, edited);
    if (written.outcome === 'unchanged') await deletePending(db, post.id, change.version);
    return written.post;
  }
  /** In History a change comes from whoever proposed it, whoever has accepted it. */
  async function publish(postId: number): Promise<Post> {
    const proposer = await findProposer(db, postId);
    const put = () => publishMerged(postId);
    return proposer ? changingFrom({ kind: proposer.origin, device: proposer.name, by: changeOrigin() }, put) : put();
  }
  async function publishMerged(postId: number): Promise<Post> {
    for (let races = 0; ; races += 1) {
      try {
        const post = await publishOnce(await found(postId));
        await tellPosts();
        return post;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'post_conflict' || races === MOST_RACES) throw error;
      }
    }
  }

  return {
    async get(postId) {
      const { post, change } = await found(postId);
      return toPendingChange(post, change);
    },
    async keep(postId, { dueAt, pendingVersion, ...asked }) {
      const change = { ...(await madeFrom(postId, asked)), dueAt: dueAt ? new Date(dueAt).toISOString() : null };
      await keepPending(db, change, pendingVersion, clock.now());
      const now = await found(postId);
      kept();
      return toPendingChange(now.post, now.change);
    },
    async propose(postId, change, { proposer, source }) {
      const made = await madeFrom(postId, change, source);
      return keepProposedChange(db, made, proposer, clock.now());
    },
    publish,
    async discard(postId) {
      await found(postId);
      await deletePending(db, postId);
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
          // Published or discarded by the owner meanwhile, or its post is in the bin: the others go on.
          if (error.code === 'not_found' || error.code === 'post_not_found') continue;
          if (!lasting.includes(error.code)) throw error;
          if (change) await notePendingProblem(db, change, error.message);
        }
      }
    },
  };
}

/**
 * Lets go of the change beside a post that says by now what the change was to make of it; any other goes on waiting, as
 * does one that was kept meanwhile, or that cannot be read.
 */
export async function letGoOfDone(db: Executor, post: Post): Promise<void> {
  const change = await findPending(db, post.id);
  if (change && isDone(post, change)) await deletePending(db, post.id, change.version);
}

function isDone(post: Post, change: StoredChange): boolean {
  try {
    const merge = mergeOf(post, change);
    return merge.kind === 'clean' && areSameValues(merge.values, valuesOfPost(post));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function readable(post: Post, change: StoredChange): PendingChange | null {
  try {
    return toPendingChange(post, change);
  } catch (error) {
    if (error instanceof AppError && error.code === 'pending_conflict') return null;
    throw error;
  }
}

function toPendingChange(post: Post, change: StoredChange): PendingChange {
  const { postId, version, baseVersion, dueAt, problem, updatedAt } = change;
  const { fields, base } = valuesOf(post, change);
  return {
    ...{ postId, version, baseVersion, dueAt, problem, updatedAt },
    fields: shown(fields),
    base: shown(base),
    isMergeable: mergeOf(post, change).kind === 'clean',
  };
}

/** What is stored may be of a program that knew other fields: what it does not say is as the post has it. */
function valuesOf(post: Post, change: StoredChange): { fields: PostValues; base: PostValues } {
  const now = valuesOfPost(post);
  const base = withStoredValues(now, storedRecord(change.base));
  return { base, fields: withStoredValues(base, storedRecord(change.fields)) };
}

const anyRecord = z.record(z.string(), z.json());

/** Throws AppError `pending_conflict` for what cannot be read: taken for no change at all, it would be let go of. */
function storedRecord(text: string) {
  try {
    return anyRecord.parse(JSON.parse(text));
  } catch {
    throw new AppError('pending_conflict', {
      message: 'The pending change cannot be read. Discard it and make it anew.',
    });
  }
}

/** Whether and since when readers see the post is no part of the change. */
function mergeOf(post: Post, change: StoredChange) {
  const { fields, base } = valuesOf(post, change);
  const now = valuesOfPost(post);
  const { published, publishedAt } = now;
  return mergePost({ ...base, published, publishedAt }, { ...fields, published, publishedAt }, now);
}

function shown({ published: _, publishedAt: __, tags, ...rest }: PostValues): PendingChange['fields'] {
  return { ...rest, tags: [...tags] };
}

/** What was given, with an empty text for none, as the form has it. */
function textsOf(given: Readonly<Record<string, unknown>>) {
  const said = postValueNames.filter((name) => given[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, given[name] ?? ''])) as Parameters<typeof withStoredValues>[1];
}

/** The version that was edited, from the post's revisions; null where it is none of them. */
async function versionBefore(
  db: Executor,
  post: Post,
  { version, base }: Pick<BodyOf<typeof keepPendingChange>, 'version' | 'base'>,
): Promise<{ version: number; values: PostValues } | null> {
  const revision = version === undefined ? null : await revisionOfVersion(db, post.id, version);
  if (revision === null || version === undefined) return null;
  const { title, slug, excerpt, content, fields } = revision;
  const values = withStoredValues(valuesOfPost(post), textsOf({ ...fields, title, slug, excerpt, content }));
  return base === undefined || isMadeFrom(base, values) ? { version, values } : null;
}
