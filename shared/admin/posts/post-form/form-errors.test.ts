import { describe, expect, it } from 'vitest';
import { newPostValues, type PostValues } from '#shared/workspace/post-values.ts';
import { errorsOf, errorsOfFault, stillRefused } from './form-errors.ts';

const filled: PostValues = { ...newPostValues, title: 'A', slug: 'a', excerpt: 'E', content: 'C' };

describe('the faults of the form', () => {
  it('are told in fixed words, one for each field', () => {
    expect(errorsOf({ ...newPostValues, categoryId: 0, readTime: 0 }, 'post')).toEqual({
      title: 'Title is required',
      slug: 'Slug is required',
      excerpt: 'Excerpt is required',
      content: 'Content is required',
      categoryId: 'Category is required',
      readTime: 'Read time is required',
    });
    expect(errorsOf(filled, 'post')).toEqual({});
  });

  it('of a draft are its title, and what the server would not store', () => {
    expect(errorsOf({ ...newPostValues, categoryId: 0, readTime: 0 }, 'draft')).toEqual({ title: 'Title is required' });
    const draft = { ...newPostValues, title: 'A', featuredImage: 'no address' };
    expect(Object.keys(errorsOf(draft, 'draft'))).toEqual(['featuredImage']);
  });
});

describe('what the server refused', () => {
  it('stands at its field, a taken slug at the slug', () => {
    const issues = [
      { path: 'tags.3', message: 'Too long' },
      { path: 'tags.4', message: 'Too long as well' },
      { path: '', message: 'Of no field' },
    ];
    expect(errorsOfFault({ code: 'invalid_input', message: 'No', issues })).toEqual({ tags: 'Too long' });
    expect(errorsOfFault({ code: 'slug_taken', message: 'Taken', issues: [] })).toEqual({ slug: 'Taken' });
  });

  it('is gone once the field says something else, and back with what was refused', () => {
    const errors = { slug: 'Taken', title: 'No' };
    expect(stillRefused(errors, filled, { ...filled, slug: 'b' })).toEqual({ title: 'No' });
    expect(stillRefused(errors, filled, filled)).toEqual(errors);
  });
});
