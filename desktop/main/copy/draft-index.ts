import type { Database } from 'better-sqlite3';
import { matchExpression } from '#shared/content/search/search-query.ts';
import type { FoundDraft } from '#shared/contract/copy-state.ts';

/** The texts of a draft, as the search uses them. */
export interface DraftTexts {
  id: string;
  /** A mark made from the draft's updates: it stays the same while the draft does. */
  mark: string;
  title: string;
  subtitle: string;
  excerpt: string;
  tags: readonly string[];
  content: string;
  /** The post that the draft changes; null for a new post. */
  postId: number | null;
}

/** The search index over the drafts of this computer. */
export interface DraftIndex {
  put(draft: DraftTexts): void;
  remove(id: string): void;
  markOf(id: string): string | null;
  ids(): string[];
  /** Returns the best matches first. */
  find(query: string, limit: number): FoundDraft[];
}

export function createDraftIndex(sqlite: Database): DraftIndex {
  const number = sqlite.prepare<[string], number>('select number from drafts where id = ?').pluck();
  const put = sqlite
    .prepare<[object], number>(
      `insert into drafts (id, title, post_id, mark) values (:id, :title, :postId, :mark)
       on conflict (id) do update set title = excluded.title, post_id = excluded.post_id, mark = excluded.mark
       returning number`,
    )
    .pluck();
  const search = sqlite.prepare<[number, ...string[]]>(
    'insert into draft_search (rowid, title, subtitle, excerpt, tags, words) values (?, ?, ?, ?, ?, ?)',
  );
  const unsearch = sqlite.prepare<[number]>('delete from draft_search where rowid = ?');
  const remove = sqlite.prepare<[string]>('delete from drafts where id = ?');
  const mark = sqlite.prepare<[string], string>('select mark from drafts where id = ?').pluck();
  const ids = sqlite.prepare<[], string>('select id from drafts').pluck();
  const find = sqlite.prepare<[string, number], FoundDraft>(
    `select d.id, d.title, d.post_id as postId from draft_search s join drafts d on d.number = s.rowid
     where draft_search match ? order by s.rank, d.number desc limit ?`,
  );

  return {
    put({ id, mark: its, title, subtitle, excerpt, tags, content, postId }) {
      const row = put.get({ id, title, postId, mark: its });
      if (row === undefined) return;
      unsearch.run(row);
      search.run(row, title, subtitle, excerpt, tags.join('\n'), content);
    },
    remove(id) {
      const row = number.get(id);
      if (row !== undefined) unsearch.run(row);
      remove.run(id);
    },
    markOf: (id) => mark.get(id) ?? null,
    ids: () => ids.all(),
    find(query, limit) {
      const words = matchExpression(query);
      return words === null ? [] : find.all(words, limit);
    },
  };
}
