import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugify } from '#shared/content/slug.ts';
import { slugForTitle } from './follow-title.ts';

describe('the slug of a new post', () => {
  it('follows the title as it is typed', () => {
    const { slug } = [...'Ten Ways, to Rest!'].reduce(
      ({ title, slug }, letter) => ({ title: title + letter, slug: slugForTitle(slug, title, title + letter) }),
      { title: '', slug: '' },
    );
    expect(slug).toBe('ten-ways-to-rest');
  });

  it('stays as the owner wrote it', () => {
    expect(slugForTitle('my-own', 'Ten Ways', 'Ten Ways to Rest')).toBe('my-own');
  });

  it('follows again once it has been emptied', () => {
    expect(slugForTitle('', 'Ten Ways', 'Ten Ways to Rest')).toBe('ten-ways-to-rest');
  });

  it('is always that of the title while nobody else has touched it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (titles) => {
        let slug = '';
        let before = '';
        for (const title of titles) {
          slug = slugForTitle(slug, before, title);
          before = title;
        }
        expect(slug).toBe(slugify(before));
      }),
      { seed: 3 },
    );
  });
});
