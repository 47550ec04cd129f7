import type { Executor } from '#server/db/transaction.ts';
import { insertTag, listLiveTags, listTags } from '#server/repositories/tags.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Tag, updateTag } from '#shared/contract/tags.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { LongWrites } from './long-writes.ts';
import type { Viewer } from './posts.ts';

export interface TagService {
  /** The owner sees all; a reader those that a live post carries. */
  list(viewer: Viewer): Promise<Tag[]>;
  /** Throws AppError `name_taken`. */
  create(name: string): Promise<Tag>;
  /** Renames a tag, or gives its posts to the tag `mergeInto` and answers that one. Throws AppError `not_found`, `name_taken`. */
  update(id: number, changes: BodyOf<typeof updateTag>): Promise<Tag>;
  /** Takes a tag off all posts and deletes it. Throws AppError `not_found`. */
  remove(id: number): Promise<void>;
}

export interface TagOptions {
  db: Executor;
  clock: Clock;
  /** A tag may be on any number of posts, and the search takes in each of them anew. */
  longWrites: LongWrites;
  /** Called after every write. */
  onWrite: () => void;
}

export function createTagService({ db, clock, longWrites, onWrite }: TagOptions): TagService {
  const change = async (id: number, { name, mergeInto }: BodyOf<typeof updateTag>): Promise<Tag> => {
    const merged =
      mergeInto === undefined ? undefined : await longWrites.run({ write: 'mergeTags', values: [id, mergeInto] });
    if (name !== undefined) return longWrites.run({ write: 'renameTag', values: [merged?.id ?? id, name] });
    const tag = merged ?? (await listTags(db)).find((each) => each.id === id);
    if (!tag) throw new AppError('not_found');
    return tag;
  };
  return {
    list: (viewer) => (viewer === 'owner' ? listTags(db) : listLiveTags(db, clock.now())),
    async create(name) {
      const tag = await insertTag(db, name);
      onWrite();
      return tag;
    },
    async update(id, changes) {
      const tag = await change(id, changes);
      onWrite();
      return tag;
    },
    async remove(id) {
      await longWrites.run({ write: 'deleteTag', values: [id] });
      onWrite();
    },
  };
}
