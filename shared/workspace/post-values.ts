import type { Post } from '#shared/contract/posts.ts';
import { isSameJson, type JsonValue } from './json.ts';

/** The post form's values (admin spec §3), each always there: an empty text, 0 or null stands for nothing. */
export interface PostValues {
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  readonly content: string;
  readonly featuredImage: string;
  /** 0 while none is chosen. */
  readonly categoryId: number;
  /** 0 means the first author. */
  readonly authorId: number;
  readonly published: boolean;
  readonly featured: boolean;
  readonly metaTitle: string;
  readonly metaDescription: string;
  /** Minutes; 0 while the field is empty. */
  readonly readTime: number;
  /** ISO 8601; null until the first publication. */
  readonly publishedAt: string | null;
  readonly tags: readonly string[];
  readonly productApp: string;
  readonly productAppUrl: string;
}

/** A new post as the form shows it (admin spec §3, "Default post form values"). */
export const newPostValues: PostValues = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  featuredImage: '',
  categoryId: 2,
  authorId: 0,
  published: true,
  featured: true,
  metaTitle: '',
  metaDescription: '',
  readTime: 5,
  publishedAt: null,
  tags: [],
  productApp: '',
  productAppUrl: '',
};

/** Every name of a post's values, in the order of the form. */
export const postValueNames = Object.keys(newPostValues) as (keyof PostValues)[];

/** A post of the server as the form's values. */
export function valuesOfPost(post: Post): PostValues {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    featuredImage: post.featuredImage ?? '',
    categoryId: post.category.id,
    authorId: post.author.id,
    published: post.published,
    featured: post.featured,
    metaTitle: post.metaTitle ?? '',
    metaDescription: post.metaDescription ?? '',
    readTime: post.readTime,
    publishedAt: post.publishedAt,
    tags: post.tags,
    productApp: post.productApp ?? '',
    productAppUrl: post.productAppUrl ?? '',
  };
}

/** Whether two forms say the same. */
export function areSameValues(a: PostValues, b: PostValues): boolean {
  return postValueNames.every((name) => isSameJson(a[name], b[name]));
}

/** `base` with each field that `stored` holds a value of the right kind for: what is stored is not trusted. */
export function withStoredValues(base: PostValues, stored: Readonly<Record<string, JsonValue>>): PostValues {
  const taken = Object.entries(stored).filter(([name, value]) => isKind(kinds.get(name), value));
  return { ...base, ...Object.fromEntries(taken) };
}

type Kind = 'text' | 'number' | 'flag' | 'list' | 'date';

const kinds = new Map<string, Kind>(
  Object.entries({
    title: 'text',
    slug: 'text',
    excerpt: 'text',
    content: 'text',
    featuredImage: 'text',
    categoryId: 'number',
    authorId: 'number',
    published: 'flag',
    featured: 'flag',
    metaTitle: 'text',
    metaDescription: 'text',
    readTime: 'number',
    publishedAt: 'date',
    tags: 'list',
    productApp: 'text',
    productAppUrl: 'text',
  } satisfies Record<keyof PostValues, Kind>),
);

function isKind(kind: Kind | undefined, value: JsonValue): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'date':
      return value === null || typeof value === 'string';
    default:
      return false;
  }
}
