import type { Executor } from '#server/db/transaction.ts';
import type { bringBackTag } from '#server/repositories/history/bring-back.ts';
import { findMoved } from '#server/repositories/named-pages.ts';
import { countPosts } from '#server/repositories/posts/post-lists.ts';
import { findTagBySlug, insertTag, listLiveTags, listTags } from '#server/repositories/tags.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Tag, TagWithCount, updateTag } from '#shared/contract/tags.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Events, renamed } from './events/site-events.ts';
import type { LongWrites } from './long-writes.ts';
import type { Viewer } from './posts/posts.ts';

export interface TagService {
  /** The owner sees all tags; a reader sees the tags that a live post has. */
  list(viewer: Viewer): Promise<Tag[]>;
  /** Null when the viewer's list does not contain this tag. */
  find(slug: string, viewer: Viewer): Promise<TagWithCount | null>;
  /**
   * The current slug of the tag that once had this slug, or whose name was used as a slug: "Slow Food" → "slow-food";
   * null for none.
   */
  movedTo(name: string): Promise<string | null>;
  /** Throws AppError `name_taken`. */
  create(name: string): Promise<Tag>;
  /**
   * Renames a tag, or gives its posts to the tag `mergeInto` and returns that tag. Throws AppError `not_found`,
   * `name_taken`.
   */
  update(id: number, changes: BodyOf<typeof updateTag>): Promise<Tag>;
  /**
   * Restores a deleted or merged tag from the entry of its deletion in History, on the posts that had it. Throws
   * AppError `history_conflict`.
   */
  bringBack(brought: Parameters<typeof bringBackTag>[1]): Promise<void>;
  /** Removes a tag from all posts and deletes it. Throws AppError `not_found`. */
  remove(id: number): Promise<void>;
}

interface TagOptions {
  db: Executor;
  clock: Clock;
  /** A tag may be on any number of posts, and the search indexes each of them again. */
  longWrites: LongWrites;
  tell: Events['tell'];
}

export function createTagService({ db, clock, longWrites, tell }: TagOptions): TagService {
  const change = async (id: number, { name, mergeInto }: BodyOf<typeof updateTag>): Promise<Tag> => {
    const merged =
      mergeInto === undefined
        ? undefined
        : await longWrites.run({ write: 'mergeTags', values: [id, mergeInto, clock.now()] });
    if (name !== undefined)
      return longWrites.run({ write: 'renameTag', values: [merged?.id ?? id, name, clock.now()] });
    const tag = merged ?? (await listTags(db)).find((each) => each.id === id);
    if (!tag) throw new AppError('not_found');
    return tag;
  };
  const changed = (before: readonly Tag[], after: readonly Tag[]) =>
    tell({ type: 'site-changed', what: 'tag', ...renamed(before, after) });
  const named = async (...ids: (number | undefined)[]) => (await listTags(db)).filter(({ id }) => ids.includes(id));
  return {
    list: (viewer) => (viewer === 'owner' ? listTags(db) : listLiveTags(db, clock.now())),
    async find(slug, viewer) {
      const tag = await findTagBySlug(db, slug);
      if (!tag) return null;
      const postCount = await countPosts(db, { scope: { kind: 'live', now: clock.now() }, tag: slug });
      return postCount === 0 && viewer === 'reader' ? null : { ...tag, postCount };
    },
    movedTo: (name) => findMoved(db, 'tag', name, clock.now()),
    async create(name) {
      const tag = await insertTag(db, name);
      changed([], [tag]);
      return tag;
    },
    async update(id, changes) {
      const before = await named(id, changes.mergeInto);
      const tag = await change(id, changes);
      changed(before, [tag]);
      return tag;
    },
    async bringBack(brought) {
      const before = await named(brought.state.mergedInto);
      const isBack = await longWrites.run({ write: 'bringBackTag', values: [brought] });
      if (isBack) changed(before, await named(brought.id, brought.state.mergedInto));
    },
    async remove(id) {
      const before = await named(id);
      await longWrites.run({ write: 'deleteTag', values: [id, clock.now()] });
      changed(before, []);
    },
  };
}
