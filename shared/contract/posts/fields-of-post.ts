import { type PostFieldName, plainTexts } from '#shared/kernel/post-field-table.ts';
import { noProvenance } from '#shared/kernel/provenance.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import type { Post } from './post.ts';

/** Turns a post from an answer into the fields that a call takes: category, author and the like by their ids. */
export function fieldsOfPost(post: Post) {
  return {
    ...recordOf(plainTexts, (name) => [name, post[name]]),
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    provenance: post.provenance ?? noProvenance,
    featuredImage: post.featuredImage,
    categoryId: post.category.id,
    authorId: post.author.id,
    published: post.published,
    featured: post.featured,
    readTime: post.readTime,
    publishedAt: post.publishedAt,
    seriesNumber: post.seriesNumber,
    tags: post.tags,
  } satisfies Record<PostFieldName, unknown>;
}
