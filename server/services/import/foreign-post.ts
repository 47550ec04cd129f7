import { contentText } from '#shared/content/content-text.ts';
import { excerptOf } from '#shared/content/excerpt.ts';
import { plainLine } from '#shared/content/front-matter/front-matter.ts';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import type { SourceArchive, SourcePost } from './import-source.ts';
import { slugAsTyped, slugOfName } from './source-slug.ts';

const MOST_TAGS = 50;
const LONGEST_TAG = 80;

/** A post from another program's export; empty fields are omitted. */
export interface ForeignPost {
  file: string;
  title: string;
  subtitle?: string | null | undefined;
  body: string;
  /** The HTML from which `body` was made. */
  original: string;
  slug: string;
  /** The post's number or key in the source, for a post without title and slug. */
  id: string;
  date: number | null;
  created?: number | null | undefined;
  updated?: number | null | undefined;
  excerpt?: string | null | undefined;
  metaTitle?: string | null | undefined;
  metaDescription?: string | null | undefined;
  image?: string | null | undefined;
  imageAlt?: string | null | undefined;
  authors?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
  category?: string | undefined;
  isDraft: boolean;
  isFeatured?: boolean | undefined;
  isPage: boolean;
  oldAddresses: readonly string[];
  archives?: readonly SourceArchive[] | undefined;
  notes: readonly string[];
}

/**
 * Makes a post of the import from it: content that a post cannot have here is cut, or the post becomes a draft, instead
 * of being refused, and this is reported.
 */
export function foreignPost(given: ForeignPost): SourcePost {
  const notes = [...given.notes];
  const tags = uniqueTags(given.tags ?? []);
  if (tags.length > MOST_TAGS) notes.push(`Only the first ${MOST_TAGS} of its ${tags.length} tags were kept`);
  const title = given.title.trim() || titleOf(given.body) || `Untitled (${given.id})`;
  if (title.length > postFieldTable.title.max) notes.push(`Its title was cut: it had ${title.length} characters`);
  // Other programs publish posts that consist only of a title, a picture or a form; here a published post must have a
  // text.
  const isEmpty = given.body.trim() === '' && !given.isDraft;
  if (isEmpty) notes.push('It has no text: it comes in as a draft');
  return {
    file: given.file,
    front: {
      title: cut(title, postFieldTable.title.max),
      subtitle: line(given.subtitle, postFieldTable.subtitle.max),
      excerpt: given.excerpt?.trim() || undefined,
      metatitle: line(given.metaTitle, postFieldTable.metaTitle.max),
      metadescription: line(given.metaDescription, postFieldTable.metaDescription.max),
      image: given.image?.trim() || undefined,
      imagealt: line(given.imageAlt, postFieldTable.featuredImageAlt.max),
      authors: given.authors?.filter((name) => name.trim() !== '') ?? [],
      tags: tags.slice(0, MOST_TAGS),
      category: given.category?.trim() || undefined,
      draft: given.isDraft || isEmpty,
      featured: given.isFeatured,
      created: given.created ?? undefined,
      updated: given.updated ?? undefined,
    },
    body: given.body,
    original: given.original,
    date: given.date,
    sourceSlug: slugAsTyped(given.slug) || slugOfName(title) || slugOfName(`post-${given.id}`),
    lineOf: () => null,
    bodyLine: null,
    isPage: given.isPage,
    oldAddresses: [...new Set(given.oldAddresses)],
    archives: given.archives ?? [],
    notes,
  };
}

function uniqueTags(names: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const name of names) {
    const tag = cut(name.replace(/\s+/g, ' ').trim(), LONGEST_TAG);
    if (tag !== '' && !found.has(tag.toLowerCase())) found.set(tag.toLowerCase(), tag);
  }
  return [...found.values()];
}

/** The opening words of a text without a title. */
function titleOf(body: string): string {
  return excerptOf(contentText(body.slice(0, 2000)), 60);
}

function line(text: string | null | undefined, most: number): string | undefined {
  const plain = plainLine(text ?? '');
  return plain === '' ? undefined : cut(plain, most);
}

function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).toWellFormed().trim() : text;
}
