import { describe, expect, it } from 'vitest';
import { newPostValues, type PostValues } from '#shared/workspace/post-values.ts';
import { postSchema } from './post-schema.ts';

const filled: PostValues = { ...newPostValues, title: 'A', slug: 'a', excerpt: 'E', content: 'C' };

function faults(values: PostValues): Record<string, string> {
  const issues = postSchema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('the post form', () => {
  it('begins with the default values', () => {
    expect(newPostValues).toMatchObject({ categoryId: 2, authorId: 0, published: true, featured: true, readTime: 5 });
  });

  it('asks for what is missing in fixed words', () => {
    expect(faults({ ...newPostValues, categoryId: 0, readTime: Number.NaN })).toEqual({
      title: 'Title is required',
      slug: 'Slug is required',
      excerpt: 'Excerpt is required',
      content: 'Content is required',
      categoryId: 'Category is required',
      readTime: 'Read time is required',
    });
    expect(faults({ ...filled, readTime: 0 })).toEqual({ readTime: 'Read time is required' });
  });

  it.each(['', '/uploads/a.webp', 'https://example.org/a.jpg', 'http://example.org/a.jpg'])(
    'takes %j as a featured image',
    (featuredImage) => expect(faults({ ...filled, featuredImage })).toEqual({}),
  );

  it.each(['/images/a.webp', 'a.webp', 'javascript:alert(1)', '/uploads/'])(
    'refuses %j as a featured image',
    (featuredImage) => expect(Object.keys(faults({ ...filled, featuredImage }))).toEqual(['featuredImage']),
  );
});
