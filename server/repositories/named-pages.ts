import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findAuthorBySlug, findAuthorRedirect } from './authors.ts';
import { findCategoryBySlug } from './categories.ts';
import { findRedirect } from './redirects.ts';
import { tagSlug } from './tag-slug.ts';
import { findTagBySlug, findTagRedirect } from './tags.ts';

/** The kinds of things that an address can name by a slug. */
export type NamedKind = 'post' | 'category' | 'tag' | 'author';

/** The thing at the address of a slug. */
export type NamedPage =
  /** `name` is a title or a name; `isShown`: readers see the page. */
  | { name: string; isShown: boolean }
  /** The thing has this slug now. */
  | { movedTo: string };

/** The thing that has this slug, or once had it; null when nothing did. `now` in milliseconds since 1970. */
export async function findNamedPage(
  ex: Executor,
  kind: NamedKind,
  slug: string,
  now: number,
): Promise<NamedPage | null> {
  switch (kind) {
    case 'post':
      return shownOrMoved(await postAt(ex, slug, now), () => findRedirect(ex, slug, now));
    case 'category': {
      const category = await findCategoryBySlug(ex, slug, now);
      return category && { name: category.name, isShown: true };
    }
    case 'tag':
      return tagAt(ex, slug, now);
    case 'author': {
      const author = await findAuthorBySlug(ex, slug, now);
      return author ? { name: author.name, isShown: true } : moved(await findAuthorRedirect(ex, slug));
    }
  }
}

/** The present slug of the thing that once had this slug, when readers see nothing else at it; null for none. */
export async function findMoved(ex: Executor, kind: NamedKind, slug: string, now: number): Promise<string | null> {
  const page = await findNamedPage(ex, kind, slug, now);
  return page && 'movedTo' in page ? page.movedTo : null;
}

/** A thing that readers do not see yet takes no address from the thing that had it before. */
async function shownOrMoved(
  there: NamedPage | null,
  findMoved: () => Promise<string | null>,
): Promise<NamedPage | null> {
  const isShown = there !== null && 'isShown' in there && there.isShown;
  return isShown ? there : (moved(await findMoved()) ?? there);
}

const moved = (slug: string | null) => (slug === null ? null : { movedTo: slug });

async function postAt(ex: Executor, slug: string, now: number): Promise<NamedPage | null> {
  const row = await ex
    .selectFrom('blog_posts as p')
    .where('p.slug', '=', slug)
    .where('p.deleted_at', 'is', null)
    .select(['p.title', isLive(now).as('live')])
    .executeTakeFirst();
  return row ? { name: row.title, isShown: Number(row.live) === 1 } : null;
}

/** Readers see a tag when a live post carries it; the tag's name also leads to it. */
async function tagAt(ex: Executor, given: string, now: number): Promise<NamedPage | null> {
  const slug = tagSlug(given);
  const tag = await findTagBySlug(ex, slug);
  if (!tag) return moved(await findTagRedirect(ex, slug));
  if (slug !== given) return { movedTo: slug };
  const carrier = await ex
    .selectFrom('post_tags as pt')
    .crossJoin('blog_posts as p')
    .whereRef('p.id', '=', 'pt.post_id')
    .where('pt.tag_id', '=', tag.id)
    .where(isLive(now))
    .select('p.id')
    .limit(1)
    .executeTakeFirst();
  return shownOrMoved({ name: tag.name, isShown: carrier !== undefined }, () => findTagRedirect(ex, slug));
}
