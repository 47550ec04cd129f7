import { z } from 'zod';
import { listCategories } from '#server/repositories/categories.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import type { ImportOptions, ImportPlan, PlanTerm } from '#shared/contract/imports.ts';
import type { KnownAuthor } from '../import/author-book.ts';
import { importPosts, type ImportOptions as PostOptions } from '../import/import-posts.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { ImportSource } from '../import/import-source.ts';
import type { ImportParts } from './import-parts.ts';

/** The largest number of entries of a list that a plan names. */
const MOST_NAMED = 200;
const MOST_TERMS = 5000;

interface PlanOptions extends Pick<ImportParts, 'db' | 'clock' | 'content' | 'pictures'> {
  source: ImportSource;
  options: ImportOptions;
  /** The map of the command: one "tag: category slug" per line. */
  map?: string | undefined;
  signal?: AbortSignal | undefined;
  onProgress: NonNullable<PostOptions['onProgress']>;
  /** Called with the full report of what would become of the posts. */
  onReport?: ((report: ImportReport) => void) | undefined;
}

/** Reads a source to its end, as an import would, and returns what the import would do; writes nothing. */
export async function planImport(given: PlanOptions): Promise<ImportPlan> {
  const { db, clock, source, options } = given;
  const tally = await countPosts(source);
  const items = await countItems(source);
  const categories = await listCategories(db, clock.now());
  const report = await importPosts({
    ...given,
    fallback: options.fallback ?? undefined,
    choices: options.choices,
    pages: options.pages,
    authors: items.known,
    isForced: options.isForced,
    isDryRun: true,
    // Disabled, although the parts of an import include it: an owner who only has a file read has not agreed to
    // fetching.
    fetchPicture: undefined,
  });
  given.onReport?.(report);
  const bySlug = new Map(
    categories.flatMap(({ slug, name }) => [[slug, slug] as const, [tagSlug(name), slug] as const]),
  );
  const terms = [...tally.terms.values()]
    .map((term): PlanTerm => ({ ...term, to: bySlug.get(term.slug) ?? null }))
    .toSorted((a, b) => Number(b.kind === 'category') - Number(a.kind === 'category') || b.posts - a.posts);
  return {
    ...tally.counts,
    ...items.counts,
    addresses: tally.addresses + items.addresses,
    terms: terms.slice(0, MOST_TERMS),
    ...asPlan(report, items),
    notes: asCounts(tally.notes),
  };
}

function asPlan(report: ImportReport, { authors }: { authors: number }) {
  return {
    created: report.created,
    updated: report.updated,
    unchanged: report.unchanged,
    kept: someOf(report.keptPosts),
    unread: someOf(report.skipped),
    clashes: someOf(report.renamed),
    pictures: {
      found: report.picturesStored,
      missing: someOf(report.lostPictures),
      elsewhere: report.picturesElsewhere,
    },
    authors: { total: Math.max(authors, report.madeAuthors.length), made: report.madeAuthors.slice(0, MOST_NAMED) },
    dropped: { templateTags: report.droppedTemplateTags, elements: report.droppedElements },
  };
}

async function countPosts(source: ImportSource) {
  const counts = { posts: 0, pages: 0, drafts: 0 };
  const notes = new Map<string, number>();
  const terms = new Map<string, Omit<PlanTerm, 'to'>>();
  let addresses = 0;
  const add = (kind: PlanTerm['kind'], name: string) => {
    const slug = tagSlug(name);
    if (slug === '') return;
    const key = `${kind}:${slug}`;
    const term = terms.get(key) ?? { kind, name, slug, posts: 0 };
    terms.set(key, { ...term, posts: term.posts + 1 });
  };
  for await (const post of source.posts()) {
    if ('fault' in post) continue;
    counts[post.isPage ? 'pages' : 'posts'] += 1;
    if (post.front.draft || post.front.published === false) counts.drafts += 1;
    addresses += post.oldAddresses?.length ?? 0;
    if (post.front.category?.trim()) add('category', post.front.category);
    for (const name of new Set(post.front.tags ?? [])) add('tag', name);
    for (const note of post.notes ?? []) notes.set(note, (notes.get(note) ?? 0) + 1);
  }
  return { counts, terms, notes, addresses };
}

async function countItems(source: ImportSource) {
  const counts = { redirects: 0, subscribers: { total: 0, ended: 0, refused: someOf<string>([]) } };
  const refused: string[] = [];
  const known: KnownAuthor[] = [];
  const out = new Map<string, { what: string; why: string; count: number }>();
  let addresses = 0;
  for await (const item of source.items()) {
    if (item.kind === 'author') known.push(knownAuthor(item));
    if (item.kind === 'redirect') counts.redirects += 1;
    if (item.kind === 'author' || item.kind === 'tag' || item.kind === 'category')
      addresses += item.oldAddresses.length;
    if (item.kind === 'subscriber') {
      counts.subscribers.total += 1;
      if (!item.isSubscribed) counts.subscribers.ended += 1;
      if (!z.email().safeParse(item.email.trim()).success) refused.push(item.email);
    }
    if (item.kind === 'left-out') {
      const key = `${item.what}\n${item.why}`;
      const group = out.get(key) ?? { what: item.what, why: item.why, count: 0 };
      out.set(key, { ...group, count: group.count + 1 });
    }
  }
  counts.subscribers.refused = someOf(refused);
  return {
    counts: { ...counts, leftOut: [...out.values()].slice(0, MOST_NAMED) },
    known,
    authors: known.length,
    addresses,
  };
}

/** Converts an author of the source to the form that the author book needs. */
export function knownAuthor(item: {
  name: string;
  email: string | null;
  bio: string | null;
  avatar: string | null;
}): KnownAuthor {
  return { name: item.name, email: item.email ?? '', bio: (item.bio ?? '').slice(0, 2000), avatar: item.avatar };
}

function someOf<T>(all: readonly T[]): { total: number; first: T[] } {
  return { total: all.length, first: all.slice(0, MOST_NAMED) };
}

function asCounts(notes: ReadonlyMap<string, number>): ImportPlan['notes'] {
  return [...notes]
    .map(([note, count]) => ({ note, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_NAMED);
}
