import { sql } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { Redirect, RedirectFields } from '#shared/contract/redirects.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Page } from './paging.ts';
import { valuesOf } from './values-of.ts';

/** A redirect as it is stored. */
export interface StoredRedirect extends RedirectFields {
  id: number;
}

const columns = ['id', 'path', 'target', 'status'] as const;

/** The owner's redirect from one of these addresses; the first address takes precedence over the second. */
export async function findPathRedirect(ex: Executor, paths: readonly string[]): Promise<StoredRedirect | null> {
  const rows = await ex.selectFrom('path_redirects').where('path', 'in', valuesOf(paths)).select(columns).execute();
  return rows.toSorted((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path))[0] ?? null;
}

/** The owner's redirects that lead to a path of the site, with any query. */
export async function redirectsTo(ex: Executor, pathname: string): Promise<StoredRedirect[]> {
  return ex.selectFrom('path_redirects').where('target_path', '=', pathname).select(columns).execute();
}

/** The number of redirects that the owner has typed; those made by imports are counted elsewhere. */
export async function countPathRedirects(ex: Executor): Promise<number> {
  const { total } = await ex
    .selectFrom('path_redirects')
    .where('import_id', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Every redirect of the owner, ordered by address. */
export async function listPathRedirects(ex: Executor): Promise<StoredRedirect[]> {
  return ex.selectFrom('path_redirects').select(columns).orderBy('path').execute();
}

/**
 * A redirect to be stored. `targetPath` is the path of a target on the site, null for a target elsewhere. `now` in
 * milliseconds since 1970.
 */
export interface RedirectToStore extends RedirectFields {
  targetPath: string | null;
  now: number;
}

/** Inserts a redirect. `importId` is the id of the import that makes it. */
export async function insertPathRedirect(
  ex: Executor,
  redirect: RedirectToStore & { importId?: number | undefined },
): Promise<number> {
  const { now, importId = null, ...row } = redirect;
  const { id } = await ex
    .insertInto('path_redirects')
    .values({ ...rowOf(row), import_id: importId, created_at: isoTime(now), updated_at: isoTime(now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces a redirect. Throws AppError `not_found`. */
export async function updatePathRedirect(ex: Executor, id: number, redirect: RedirectToStore): Promise<void> {
  const { now, ...row } = redirect;
  const { numUpdatedRows } = await ex
    .updateTable('path_redirects')
    .set({ ...rowOf(row), updated_at: isoTime(now) })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}

function rowOf({ path, target, targetPath, status }: Omit<RedirectToStore, 'now'>) {
  return { path, target, target_path: targetPath, status };
}

/** The options of {@link listRedirects}; `page` counts from 1. */
interface RedirectsAsked {
  q?: string | undefined;
  limit: number;
  page: number;
}

/** All redirects: the owner's, and the former slugs of posts, tags and authors. */
const everything = sql<Redirect>`(
  select id, 'own' as kind, path, target, status from path_redirects
  union all
  select null, 'post', r.slug, p.slug, 301 from redirects r
    join blog_posts p on p.id = r.post_id where p.deleted_at is null
  union all
  select null, 'tag', r.slug, t.slug, 301 from tag_redirects r join tags t on t.id = r.tag_id
  union all
  select null, 'author', r.slug, a.slug, 301 from author_redirects r join authors a on a.id = r.author_id
)`;

/** Redirects: the owner's first, then those from former slugs, each ordered by address. */
export async function listRedirects(ex: Executor, { q = '', limit, page }: RedirectsAsked): Promise<Page<Redirect>> {
  const words = q.trim().toLowerCase();
  const chosen = sql`from ${everything} as r where ${words} = ''
    or instr(lower(case when r.kind = 'own' then '' else '/' || r.kind || '/' end || r.path), ${words}) > 0
    or instr(lower(case when r.kind = 'own' then '' else '/' || r.kind || '/' end || r.target), ${words}) > 0`;
  const { rows } = await sql<Redirect>`select r.id, r.kind, r.path, r.target, r.status ${chosen}
    order by r.kind <> 'own', r.kind, r.path limit ${limit} offset ${(page - 1) * limit}`.execute(ex);
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${chosen}`.execute(ex);
  return { items: rows.map(asAddresses), total: counted[0]?.total ?? 0, next: null };
}

/** Turns a former slug, and the slug it leads to, into addresses. */
function asAddresses(row: Redirect): Redirect {
  if (row.kind === 'own') return row;
  const address = (slug: string) => `/${row.kind}/${encodeURIComponent(slug)}`;
  return { ...row, path: address(row.path), target: address(row.target) };
}

/** Deletes the owner's redirect from an address. Throws AppError `not_found`. */
export async function deletePathRedirect(ex: Executor, path: string): Promise<void> {
  const { numDeletedRows } = await ex.deleteFrom('path_redirects').where('path', '=', path).executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}

/** Deletes a former slug of a post, tag or author, which then leads nowhere. Throws AppError `not_found`. */
export async function forgetSlug(ex: Executor, kind: 'post' | 'tag' | 'author', slug: string): Promise<void> {
  const table = ({ post: 'redirects', tag: 'tag_redirects', author: 'author_redirects' } as const)[kind];
  const { numDeletedRows } = await ex.deleteFrom(table).where('slug', '=', slug).executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}
