import type { ImportSource, SourceItem, SourcePost, UnreadPost } from '#server/services/import/import-source.ts';

/** Everything that a source yields. */
export interface Accounted {
  posts: SourcePost[];
  unread: UnreadPost[];
  items: SourceItem[];
}

/** Reads a source to its end. */
export async function accountFor(source: ImportSource): Promise<Accounted> {
  const given = await all(source.posts());
  return {
    posts: given.flatMap((post) => ('fault' in post ? [] : [post])),
    unread: given.flatMap((post) => ('fault' in post ? [post] : [])),
    items: await all(source.items()),
  };
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** Counts the items of each kind; left-out items by what they are. */
export function countKinds(items: readonly SourceItem[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const name = item.kind === 'left-out' ? item.what : item.kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
