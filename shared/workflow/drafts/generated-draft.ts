import { excerptOf } from '#shared/content/excerpt.ts';
import { countWords, readTimeMinutes } from '#shared/content/read-time.ts';
import { slugify } from '#shared/content/slug.ts';
import { DRAFT_CATEGORY, FALLBACK_TITLE, type GeneratedDraft } from './draft-shape.ts';
import type { FoundDraft } from './found-draft.ts';

const EXCERPT_LENGTH = 160;
const MAX_TITLE = 200;
const MAX_TAG = 50;
const MAX_TAGS = 10;
// An excerpt comes from the beginning of its post; parsing a whole huge text for it would block the page.
const EXCERPT_SOURCE = 10_000;

/** Makes a complete draft from the found parts; missing parts are derived from the others. */
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
