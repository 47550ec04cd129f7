import type { Executor } from '#server/db/transaction.ts';
import { listLiveTags, listTags } from '#server/repositories/tags.ts';
import type { Tag } from '#shared/contract/tags.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Viewer } from './posts.ts';

export interface TagService {
  /** The owner sees all; a reader those that a live post carries. */
  list(viewer: Viewer): Promise<Tag[]>;
}

export function createTagService({ db, clock }: { db: Executor; clock: Clock }): TagService {
  return {
    list: (viewer) => (viewer === 'owner' ? listTags(db) : listLiveTags(db, clock.now())),
  };
}
