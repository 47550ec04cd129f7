import { Document, isScalar, visit } from 'yaml';
import type { Post } from '#shared/contract/posts.ts';
import { changeAddresses } from './picture-paths.ts';

/** Where a picture of ours ("/uploads/x.jpg") lies in the export ("pictures/y.jpg"), and its alternative text. */
export type ExportedPictures = ReadonlyMap<string, { path: string; alt: string }>;

/** A post as a Markdown file with front matter, complete: an import of it gives the same post, to the letter. */
export function postFile(post: Post, pictures: ExportedPictures): string {
  const picture = pictures.get(post.featuredImage ?? '');
  const front: Record<string, unknown> = {
    title: post.title,
    slug: post.slug,
    date: post.publishedAt,
    created: post.createdAt,
    updated: post.updatedAt,
    draft: post.published ? null : true,
    featured: post.featured ? true : null,
    authors: [post.author.name],
    category: post.category.slug,
    tags: post.tags.length > 0 ? post.tags : null,
    excerpt: post.excerpt,
    image: picture?.path ?? post.featuredImage,
    imageAlt: picture?.alt,
    metaTitle: post.metaTitle,
    metaDescription: post.metaDescription,
    readTime: post.readTime,
    productApp: post.productApp,
    productAppUrl: post.productAppUrl,
  };
  const said = Object.entries(front).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const content = changeAddresses(post.content, (written) => pictures.get(written)?.path ?? null);
  return `---\n${yaml(Object.fromEntries(said))}---\n\n${content}\n`;
}

function yaml(record: Record<string, unknown>): string {
  // Quoted so that readers of YAML 1.1, most other generators, read the same ("no", "2024-01-31").
  const document = new Document(record, { compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node) {
      const isOdd = isScalar(node) && typeof node.value === 'string' && /[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u.test(node.value);
      if (isOdd) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0 });
}
