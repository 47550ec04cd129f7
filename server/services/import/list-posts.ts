import type { Executor } from '#server/db/transaction.ts';
import { findNotedPost } from '#server/repositories/posts/post-sources.ts';
import { findById, isSlugTaken } from '#server/repositories/posts/posts.ts';
import { createSlugNumbers, isReservedSlug } from '#shared/content/slug.ts';
import type { ImportSource, SourceArchive, SourcePost } from './import-source.ts';
import { ownCopy } from './own-copy.ts';

/** What is known of each post before any is written: links lead to any of them, and slugs are theirs together. */
export interface ListedPost {
  file: string;
  date: number | null;
  sourceSlug: string;
  /** Its slug among those of its source: by it the post is found again. */
  key: string;
  /** Its slug here. */
  slug: string;
  oldAddresses: readonly string[];
  archives: readonly SourceArchive[];
}

export interface PostListing {
  /** By the place in the source; null for one that cannot be read. */
  posts: readonly (ListedPost | null)[];
  /** Posts that get another slug than they had. */
  renamed: { file: string; slug: string }[];
}

/**
 * The site a source's posts come from, so that posts of two sites with one slug are told apart; empty for files and for
 * exports of ours, whose posts are those at their slugs.
 */
export function siteOfSource({ program, siteUrl, manifest }: ImportSource): string {
  if (manifest || program === 'Markdown') return '';
  return siteUrl ?? program.replace(/[\s\d.]+$/, '');
}

/** Reads through the posts of a source for the first time, and holds no text of them. */
export async function listPosts(source: ImportSource, db: Executor, now: number): Promise<PostListing> {
  const site = siteOfSource(source);
  const giveKey = createSlugGiver();
  const posts: (ListedPost | null)[] = [];
  const renamed: PostListing['renamed'] = [];
  const taken = new Set<string>();
  const numbered = createSlugNumbers((slug) => taken.has(slug));
  for await (const post of source.posts()) {
    if ('fault' in post) {
      posts.push(null);
      continue;
    }
    // What is read of a post may be a part of the file it stands in, and would hold that to the end.
    const [file, sourceSlug] = [ownCopy(post.file), ownCopy(post.sourceSlug)];
    const key = giveKey(sourceSlug);
    const { slug, isKnown } = await slugHere(db, { site, key, now, taken, numbered });
    taken.add(slug);
    if (slug !== sourceSlug && !isKnown) renamed.push({ file, slug });
    posts.push({
      ...{ file, date: dateOf(post), sourceSlug, key, slug },
      oldAddresses: (post.oldAddresses ?? []).map(ownCopy),
      archives: post.archives ?? [],
    });
  }
  return { posts, renamed };
}

interface SlugsHere {
  site: string;
  key: string;
  now: number;
  /** Those of posts here that were met, and those given. */
  taken: Set<string>;
  /** The first of a slug's numbers that is not among these. */
  numbered: (slug: string) => string;
}

/** The slug of the post an import has made of it, wherever that is now; else its own, where no post of another is there. */
async function slugHere(
  db: Executor,
  { site, key, now, taken, numbered }: SlugsHere,
): Promise<{ slug: string; isKnown: boolean }> {
  const noted = await findNotedPost(db, { source: site, slug: key });
  const post = noted && (await findById(db, noted.postId, { kind: 'all', now }));
  if (post) return { slug: post.slug, isKnown: true };
  // Files of our own mean the post at their slug.
  if (site === '') return { slug: key, isKnown: false };
  for (;;) {
    const slug = taken.has(key) ? numbered(key) : key;
    if (!(await isSlugTaken(db, slug))) return { slug, isKnown: false };
    taken.add(slug);
  }
}

/** A time no calendar has is none. */
function dateOf({ date }: SourcePost): number | null {
  return date === null || Number.isNaN(new Date(date).getTime()) ? null : date;
}

/**
 * Gives each post the slug it will have: its own, numbered where an earlier one has the same or a page of ours is
 * called so. The same posts in the same order get the same slugs.
 */
function createSlugGiver(): (sourceSlug: string) => string {
  const given = new Set<string>();
  const numbered = createSlugNumbers((candidate) => given.has(candidate));
  return (sourceSlug) => {
    const isFree = sourceSlug !== '' && !given.has(sourceSlug) && !isReservedSlug(sourceSlug);
    const slug = isFree ? sourceSlug : numbered(sourceSlug);
    given.add(slug);
    return slug;
  };
}
