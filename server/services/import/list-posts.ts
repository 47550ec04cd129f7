import type { Executor } from '#server/db/transaction.ts';
import { findNotedPost } from '#server/repositories/posts/post-sources.ts';
import { findById, isSlugTaken } from '#server/repositories/posts/posts.ts';
import { createSlugNumbers, isReservedSlug } from '#shared/content/slug.ts';
import type { ImportSource, SourceArchive, SourcePost } from './import-source.ts';
import { ownCopy } from './own-copy.ts';

/**
 * The data of each post that must be known before any post is written: links may lead to any post, and their slugs must
 * be unique together.
 */
export interface ListedPost {
  file: string;
  date: number | null;
  sourceSlug: string;
  /** The post's slug among the posts of its source: the post is found again by it. */
  key: string;
  /** The post's slug on this site. */
  slug: string;
  oldAddresses: readonly string[];
  archives: readonly SourceArchive[];
}

export interface PostListing {
  /** By the position in the source; null for a post that cannot be read. */
  posts: readonly (ListedPost | null)[];
  /** Posts that get another slug than in the source. */
  renamed: { file: string; slug: string }[];
}

/**
 * The name of the site from which a source's posts come, so that posts of two sites with the same slug are told apart;
 * empty for files and for our own exports, whose posts correspond to the posts here with the same slugs.
 */
export function siteOfSource({ program, siteUrl, manifest }: ImportSource): string {
  if (manifest || program === 'Markdown') return '';
  return siteUrl ?? program.replace(/[\s\d.]+$/, '');
}

/** Reads through the posts of a source for the first time, and keeps none of their texts in memory. */
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
    // A string that was read from a post may be a slice of its whole file, and would keep the file's text in memory to
    // the end.
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
  /** The slugs of existing posts that were met, and the slugs that were assigned. */
  taken: Set<string>;
  /** The first numbered form of a slug that is not taken. */
  numbered: (slug: string) => string;
}

/**
 * The slug of the existing post that an earlier import has made, whatever its slug is now; otherwise the source's slug,
 * numbered if another post has it.
 */
async function slugHere(
  db: Executor,
  { site, key, now, taken, numbered }: SlugsHere,
): Promise<{ slug: string; isKnown: boolean }> {
  const noted = await findNotedPost(db, { source: site, slug: key });
  const post = noted && (await findById(db, noted.postId, { kind: 'all', now }));
  if (post) return { slug: post.slug, isKnown: true };
  // A file of our own means the post with its slug.
  if (site === '') return { slug: key, isKnown: false };
  for (;;) {
    const slug = taken.has(key) ? numbered(key) : key;
    if (!(await isSlugTaken(db, slug))) return { slug, isKnown: false };
    taken.add(slug);
  }
}

/** A time that is not a valid date counts as none. */
function dateOf({ date }: SourcePost): number | null {
  return date === null || Number.isNaN(new Date(date).getTime()) ? null : date;
}

/**
 * Gives each post its slug: its own, or a numbered one when an earlier post has the same slug or one of our pages has
 * that name. The same posts in the same order get the same slugs.
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
