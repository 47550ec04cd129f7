import { asListed } from '#server/http/pages/server-site-data.ts';
import {
  POSTS_FILE,
  type PublishedPost,
  type PublishedPosts,
  type PublishedShown,
  type PublishedWords,
  partOf,
  shownFile,
  wordsFile,
} from '#server/site/published/search-files.ts';
import type { NamedAuthor } from '#server/site/site-data.ts';
import { foldWord, wordsOf } from '#shared/content/search/search-words.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { fieldsWith } from '#shared/kernel/post-field-table.ts';
import type { PublicationSite } from './publication-site.ts';

/** The number of posts fetched at a time. */
const AT_ONCE = 50;

/** Builds the files with which a published site is searched, by address. */
export async function buildSearchIndex({ services }: Pick<PublicationSite, 'services'>): Promise<Map<string, string>> {
  const posts = await allPosts(services);
  const categories = [...new Set(posts.map(({ category }) => category.slug))].sort();
  const words = new Map<string, PublishedWords>();
  const shown = new Map<string, PublishedShown>();
  const before = new Map<string, number>();
  for (const post of posts) {
    for (const [word, weight] of weighedWords(post, await unlistedTexts(services, post))) {
      const part = words.get(partOf(word)) ?? Object.create(null);
      words.set(partOf(word), part);
      part[word] ??= [];
      part[word].push(post.id - (before.get(word) ?? 0), weight);
      before.set(word, post.id);
    }
    const file = shownFile(post.id);
    shown.set(file, { ...shown.get(file), [post.id]: asListed(post) });
  }
  const head: PublishedPosts = {
    posts: posts.map((post): PublishedPost => [post.id, secondsOf(post), categories.indexOf(post.category.slug)]),
    categories,
    authors: authorsOf(posts),
    parts: [...words.keys()].sort(),
  };
  const files = new Map<string, string>([[POSTS_FILE, JSON.stringify(head)]]);
  for (const [part, held] of words) files.set(wordsFile(part), JSON.stringify(sorted(held)));
  for (const [file, held] of shown) files.set(file, JSON.stringify(held));
  return files;
}

/** Returns every live post, by id. */
async function allPosts({ posts }: PublicationSite['services']): Promise<PostSummary[]> {
  const all: PostSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await posts.list({ limit: AT_ONCE, cursor });
    all.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all.sort((a, b) => a.id - b.id);
}

/**
 * The searched texts that a list of posts leaves out. The content is not among them: it is too much for a page to
 * fetch.
 */
const UNLISTED = fieldsWith({ isPlain: true, isSearched: true, isListed: false });

async function unlistedTexts({ posts }: PublicationSite['services'], { slug }: PostSummary): Promise<string[]> {
  const post = await posts.page(slug, 'reader');
  return UNLISTED.map((name) => post?.[name] ?? '');
}

/** Returns the folded words of a post, each with the index of the weightiest field that holds it. */
function weighedWords(
  { excerpt, author, category, tags, title }: PostSummary,
  unlisted: readonly string[],
): Map<string, number> {
  const fields = [[excerpt, ...unlisted], [author.name, category.name], tags, [title]];
  const weights = new Map<string, number>();
  for (const [weight, texts] of fields.entries()) {
    for (const word of texts.flatMap((text) => wordsOf(text.normalize('NFC')))) weights.set(foldWord(word), weight);
  }
  return weights;
}

const secondsOf = ({ publishedAt, createdAt }: PostSummary) => Math.floor(Date.parse(publishedAt ?? createdAt) / 1000);

function authorsOf(posts: readonly PostSummary[]): NamedAuthor[] {
  const named = posts.map(({ author: { id, name, slug, avatar } }) => [id, { id, name, slug, avatar }] as const);
  return [...new Map<number, NamedAuthor>(named).values()].sort((a, b) => a.id - b.id);
}

const sorted = (words: PublishedWords): PublishedWords =>
  Object.fromEntries(Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)));
