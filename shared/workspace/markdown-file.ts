import { type FrontMatter, readPostSource, splitDatedName } from '#shared/content/front-matter/front-matter.ts';
import { writeFrontMatter } from '#shared/content/front-matter/write-front-matter.ts';
import { slugify } from '#shared/content/slug.ts';
import {
  type FieldLine,
  lineKeyOf,
  type PlainText,
  type PostFieldName,
  plainTexts,
  postFieldTable,
} from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import type { PostValues } from './post-values.ts';

/** The data of a post that are numbers in the app and names in a file. Null when the post has none. */
export interface FiledUnder {
  /** The slug or the name of the category. */
  readonly category: string | null;
  readonly author: string | null;
}

export interface MarkdownFile {
  readonly values: Partial<PostValues>;
  readonly filedUnder: FiledUnder;
}

/**
 * Returns a draft as a Markdown file with front matter, with the names of `npm run export`. Reading the file gives the
 * same draft.
 */
export function writeMarkdownFile(
  values: PostValues,
  { category, author }: FiledUnder,
): { name: string; text: string } {
  const front = writeFrontMatter({
    title: values.title,
    slug: values.slug,
    date: values.publishedAt,
    draft: values.published ? null : true,
    // The form's own default is true: if this line were missing, the value would become true.
    featured: values.featured,
    authors: author === null ? null : [author],
    category,
    tags: values.tags.length > 0 ? values.tags : null,
    excerpt: values.excerpt,
    image: values.featuredImage,
    ...recordOf(plainTexts, (name) => [postFieldTable[name].line, values[name]]),
    readTime: values.readTime > 0 ? values.readTime : null,
    seriesNumber: values.seriesNumber > 0 ? values.seriesNumber : null,
  } satisfies Record<FieldLine, unknown>);
  const name = slugify(values.slug) || slugify(values.title) || 'draft';
  return { name: `${name}.md`, text: `${front}\n${values.content}\n` };
}

/**
 * Reads a Markdown file, with front matter as the import reads it, or without any: then the title is the first heading,
 * or else the file's name. Fields that the file does not give are missing from `values`; a picture beside the file is
 * left out.
 * @throws ImportFault with the line of the first fault.
 */
export function readMarkdownFile(name: string, text: string): MarkdownFile {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (!/^---[ \t]*\n/.test(plain)) {
    return { values: titled(plain, name), filedUnder: { category: null, author: null } };
  }
  const { front, body } = readPostSource(plain, titleOfName(name));
  return {
    values: { ...valuesOf(front), content: body.replace(/^\n/, '').replace(/\n$/, '') },
    filedUnder: { category: front.category?.trim() || null, author: front.authors?.[0] ?? null },
  };
}

/** A longer line is not used as the title. */
const LONGEST_TITLE = postFieldTable.title.max;

function titled(text: string, name: string): Partial<PostValues> {
  const start = Math.max(0, text.search(/[^\n]/));
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end < 0 ? text.length : end);
  const heading = line.length <= LONGEST_TITLE && /^#[ \t]/.test(line) ? headingText(line) : '';
  const title = heading || titleOfName(name);
  const rest = heading ? text.slice(start + line.length).replace(/^\n+/, '') : text;
  return { title, slug: slugify(title), content: rest.replace(/\n$/, '') };
}

/** Returns the words of a heading, without the signs that open and close it. */
function headingText(line: string): string {
  return line
    .slice(1)
    .trim()
    .replace(/(^|[ \t])#+$/, '')
    .trim();
}

/** "2026-03-01-coming-soon.md" → "Coming soon". */
function titleOfName(name: string): string {
  const { rest } = splitDatedName(name.replace(/\.[^.]*$/, ''));
  const words = rest.replace(/[-_\s]+/g, ' ').trim();
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The fields that stand unchanged in front matter. Category and author are names there, and no line gives the
 * provenance of words.
 */
type FileField = Exclude<PostFieldName, 'content' | 'provenance' | 'categoryId' | 'authorId'>;

function valuesOf(front: FrontMatter): Partial<PostValues> {
  const title = oneLine(front.title);
  const said = {
    title,
    slug: slugify(front.slug ?? '') || slugify(title),
    excerpt: (front.excerpt ?? front.description)?.trim(),
    featuredImage: address(front.image, /^(https?:\/\/|\/(?!\/))/i),
    published: front.draft === undefined ? front.published : !front.draft && front.published !== false,
    featured: front.featured,
    ...recordOf(plainTexts, (name) => [name, plainTextOf(front, name)]),
    readTime: front.readtime ?? undefined,
    seriesNumber: front.seriesnumber ?? undefined,
    publishedAt: front.date === undefined ? undefined : new Date(front.date).toISOString(),
    tags: front.tags,
  } satisfies Partial<PostValues> & Record<FileField, unknown>;
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function plainTextOf(front: FrontMatter, name: PlainText): string | undefined {
  const text = front[lineKeyOf(name)];
  return postFieldTable[name].kind === 'address' ? address(text, /^https?:\/\//i) : text?.trim();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns an address of the web or of the site; undefined for a path beside the file, or a script. */
function address(text: string | null | undefined, form: RegExp): string | undefined {
  const trimmed = text?.trim();
  return trimmed && form.test(trimmed) ? trimmed : undefined;
}
