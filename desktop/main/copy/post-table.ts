import type { Database } from 'better-sqlite3';
import { type Post, type PostSummary, postSummary } from '#shared/contract/posts/post.ts';
import type { CopiedPost } from '#shared/contract/posts/post-copy.ts';
import { picturesOfPost } from './pictures-of-post.ts';

/** What the copy knows of a post. `words` and `change` are there when a pull brought the post. */
export type KeptPost = Post & Partial<Pick<CopiedPost, 'words' | 'change'>>;

/** The posts of the copy. The caller runs every write call inside a transaction. */
export interface PostTable {
  /** `learned`: the pull during which an answer to the page brought the post; null when the pull itself brought it. */
  put(post: KeptPost, from: { generation: number; learned: number | null }): void;
  remove(id: number): void;
  find(id: number): KeptPost | null;
  /** Returns the post at this slug that is not in the bin. */
  findBySlug(slug: string): KeptPost | null;
  /** Moves a post into the bin, until a pull brings the time of its deletion. */
  bin(id: number, at: string, learned: number): void;
  count(): number;
  /** Returns the version of a post, and whether only an answer to the page said so; null when the post is not here. */
  versionOf(id: number): { version: number; isLearned: boolean } | null;
  /** Whether there is a post that was learned before this pull and that no pull has brought since. */
  hasUnconfirmed(pull: number): boolean;
  /** Marks all learned posts as not learned: answers to the page count less than the copy's own pulls. */
  forgetLearned(): void;
  /** Returns the posts that the server has not sent since the copy began anew. */
  ofEarlier(generation: number): number[];
  /** Returns the pictures of this many posts, those of the newest posts first. */
  pictures(window: { limit: number; offset: number }): ShownPictures[];
}

/** The files of one post's pictures, and when the post was created (ISO 8601). */
export interface ShownPictures {
  createdAt: string;
  filenames: string[];
}

const summaryNames = Object.keys(postSummary.shape) as (keyof PostSummary)[];

export function createPostTable(sqlite: Database): PostTable {
  const put = sqlite.prepare<[Row]>(
    `insert into posts (${columns.join(', ')}) values (${columns.map((name) => `:${name}`).join(', ')})
     on conflict (id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );
  const putText = sqlite.prepare<[number, string]>('insert or replace into post_texts (id, rest) values (?, ?)');
  const unsearch = sqlite.prepare<[number]>('delete from post_search where rowid = ?');
  const search = sqlite.prepare<[number, ...string[]]>(
    `insert into post_search (rowid, title, subtitle, excerpt, tags, category, author, words)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = sqlite.prepare<[number]>('delete from posts where id = ?');
  const whole = 'select p.summary, t.rest from posts p join post_texts t on t.id = p.id';
  const find = sqlite.prepare<[number], Whole>(`${whole} where p.id = ?`);
  const bySlug = sqlite.prepare<[string], Whole>(`${whole} where p.slug = ? and p.deleted_at is null`);
  const bin = sqlite.prepare<[{ id: number; at: string; learned: number }]>(
    `update posts set deleted_at = :at, learned = :learned, summary = json_set(summary, '$.deletedAt', :at)
     where id = :id and deleted_at is null`,
  );
  const count = sqlite.prepare<[], number>('select count(*) from posts').pluck();
  const version = sqlite.prepare<[number], { version: number; learned: number | null }>(
    'select version, learned from posts where id = ?',
  );
  const unconfirmed = sqlite.prepare<[number], number>('select 1 from posts where learned < ? limit 1').pluck();
  const forgetLearned = sqlite.prepare('update posts set learned = null where learned is not null');
  const earlier = sqlite.prepare<[number], number>('select id from posts where generation < ?').pluck();
  const pictures = sqlite.prepare<[number, number], { pictures: string; created_at: string }>(
    'select pictures, created_at from posts order by created_at desc, id desc limit ? offset ?',
  );

  return {
    put(post, from) {
      put.run(rowOf(post, from));
      const { words: _, ...rest } = Object.fromEntries(
        Object.entries(post).filter(([name]) => !summaryNames.some((each) => each === name)),
      );
      putText.run(post.id, JSON.stringify(rest));
      unsearch.run(post.id);
      search.run(
        post.id,
        post.title,
        post.subtitle ?? '',
        post.excerpt,
        post.tags.join('\n'),
        post.category.name,
        post.author.name,
        post.words ?? wordsOfHtml(post.html),
      );
    },
    remove(id) {
      unsearch.run(id);
      remove.run(id);
    },
    find: (id) => read(find.get(id)),
    findBySlug: (slug) => read(bySlug.get(slug)),
    bin: (id, at, learned) => void bin.run({ id, at, learned }),
    count: () => count.get() ?? 0,
    versionOf(id) {
      const row = version.get(id);
      return row ? { version: row.version, isLearned: row.learned !== null } : null;
    },
    hasUnconfirmed: (pull) => unconfirmed.get(pull) !== undefined,
    forgetLearned: () => void forgetLearned.run(),
    ofEarlier: (generation) => earlier.all(generation),
    pictures: ({ limit, offset }) =>
      pictures.all(limit, offset).map((row) => ({ createdAt: row.created_at, filenames: JSON.parse(row.pictures) })),
  };
}

interface Whole {
  summary: string;
  rest: string;
}

const read = (row: Whole | undefined): KeptPost | null =>
  row === undefined ? null : { ...JSON.parse(row.summary), ...JSON.parse(row.rest) };

function rowOf(post: KeptPost, { generation, learned }: { generation: number; learned: number | null }) {
  const summary = Object.fromEntries(summaryNames.flatMap((name) => (name in post ? [[name, post[name]]] : [])));
  return {
    id: post.id,
    generation,
    learned,
    version: post.version,
    slug: post.slug,
    title: post.title,
    published: post.published ? 1 : 0,
    featured: post.featured ? 1 : 0,
    category_id: post.category.id,
    category: post.category.slug,
    category_name: post.category.name,
    author: post.author.slug,
    author_name: post.author.name,
    published_at: post.publishedAt,
    created_at: post.createdAt,
    updated_at: post.updatedAt,
    deleted_at: post.deletedAt,
    views: post.views,
    change_version: post.pending?.version ?? null,
    change_due_at: post.pending?.dueAt ?? null,
    change_problem: post.pending?.problem ?? null,
    is_proposed: post.proposed?.state === 'waiting' ? 1 : 0,
    tags: JSON.stringify(post.tagList.map(({ slug }) => slug)),
    pictures: JSON.stringify(picturesOfPost(post)),
    summary: JSON.stringify(summary),
  };
}
type Row = ReturnType<typeof rowOf>;

const columns = [
  'id',
  'generation',
  'learned',
  'version',
  'slug',
  'title',
  'published',
  'featured',
  'category_id',
  'category',
  'category_name',
  'author',
  'author_name',
  'published_at',
  'created_at',
  'updated_at',
  'deleted_at',
  'views',
  'change_version',
  'change_due_at',
  'change_problem',
  'is_proposed',
  'tags',
  'pictures',
  'summary',
] as const satisfies readonly (keyof Row)[];

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Returns roughly the words of a text, until the server's own words come. */
function wordsOfHtml(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&(#39|[a-z]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
