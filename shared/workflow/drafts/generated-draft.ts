import { excerptOf } from '#shared/content/excerpt.ts';
import { countWords, readTimeMinutes } from '#shared/content/read-time.ts';
import { slugify } from '#shared/content/slug.ts';
import type { FoundDraft } from './found-draft.ts';

/** A draft before it is a post; the list of them lives under `generatedDrafts`. */
export interface GeneratedDraft {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  /** Markdown, as the model wrote it: untrusted until the content pipeline has cleaned it. */
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly featured: boolean;
  /** Minutes, at least 1. */
  readonly readTime: number;
  readonly featuredImage?: string | undefined;
}

/** Every generated draft's category until the owner chooses another. */
export const DRAFT_CATEGORY = 'Lifestyle';
export const FALLBACK_TITLE = 'Untitled draft';

const EXCERPT_LENGTH = 160;
const MAX_TITLE = 200;
const MAX_TAG = 50;
const MAX_TAGS = 10;
// An excerpt is in the beginning of its post; parsing all of a huge text for it would hold up the page.
const EXCERPT_SOURCE = 10_000;

/** A full draft out of what was found; what is missing is derived from the rest. */
export function generatedDraft(id: string, found: FoundDraft): GeneratedDraft {
  const whole = found.title.replace(/\s+/g, ' ').trim();
  const title = cutTitle(whole) || FALLBACK_TITLE;
  const written = found.content.trim();
  const content = whole.length > MAX_TITLE ? `${whole}\n\n${written}` : written;
  return {
    id,
    title,
    slug: slugify(found.slug) || slugify(title),
    excerpt: found.excerpt || excerptOf(content.slice(0, EXCERPT_SOURCE).toWellFormed(), EXCERPT_LENGTH),
    content,
    category: DRAFT_CATEGORY,
    tags: cleanTags(found.tags),
    featured: true,
    readTime: readTimeMinutes(countWords(content)),
  };
}

/** The name of a draft: the same for the same answer, however often it is parsed. */
export function draftId(source: string, index: number): string {
  return `${source}-${index + 1}`;
}

function cutTitle(flat: string): string {
  if (flat.length <= MAX_TITLE) return flat;
  const end = flat.lastIndexOf(' ', MAX_TITLE);
  return flat.slice(0, end > MAX_TITLE / 2 ? end : MAX_TITLE).toWellFormed();
}

function cleanTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const flat = tag
      .replace(/^[\s#*_"'“”‘’[\]`]+|[\s*_"'“”‘’[\]`.,;]+$/g, '')
      .replace(/\s+/g, ' ')
      .slice(0, MAX_TAG)
      .toWellFormed();
    const key = flat.toLowerCase();
    if (flat !== '' && !seen.has(key)) seen.set(key, flat);
  }
  return [...seen.values()].slice(0, MAX_TAGS);
}
