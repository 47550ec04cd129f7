import { UPLOADS } from '#server/repositories/image-addresses.ts';
import { writeFrontMatter } from '#shared/content/front-matter/write-front-matter.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { type FieldLine, plainTexts, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { changeAddresses } from './picture-paths.ts';

/** The path of each of our pictures ("/uploads/x.jpg") in the export ("pictures/y.jpg"), and its alternative text. */
export type ExportedPictures = ReadonlyMap<string, { path: string; alt: string }>;

/** A post's text for its file, with addresses of the pictures in the export. */
export function exportedText({ content }: Post, pictures: ExportedPictures): string {
  // Parsing is most of the work of an export, so a text that names none of our pictures is not parsed.
  if (!content.includes(UPLOADS)) return content;
  return changeAddresses(content, (written) => pictures.get(written)?.path ?? null);
}

/**
 * A post as a complete Markdown file with front matter: importing it with the manifest gives exactly the same post.
 * `text` is its {@link exportedText}.
 */
export function postFile(post: Post, text: string, pictures: ExportedPictures): string {
  const picture = pictures.get(post.featuredImage ?? '');
  const front = {
    title: post.title,
    slug: post.slug,
    date: post.publishedAt,
    created: post.createdAt,
    updated: post.updatedAt,
    contentUpdated: post.contentUpdatedAt,
    draft: post.published ? null : true,
    featured: post.featured ? true : null,
    authors: [post.author.name],
    category: post.category.slug,
    tags: post.tags.length > 0 ? post.tags : null,
    excerpt: post.excerpt,
    image: picture?.path ?? post.featuredImage,
    imageAlt: picture?.alt,
    ...recordOf(plainTexts, (name) => [postFieldTable[name].line, post[name]]),
    readTime: post.readTime,
    seriesNumber: post.seriesNumber || null,
  } satisfies Record<FieldLine, unknown> & Record<string, unknown>;
  return `${writeFrontMatter(front)}\n${text}\n`;
}
