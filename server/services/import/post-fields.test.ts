import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashOfFields } from './post-fields.ts';

test('a file that was imported before posts got another field is still known by its hash', () => {
  const first = { content: 'C', featuredImage: null, categoryId: 1, authorId: undefined, title: 'T', published: true };
  const texts = { metaTitle: 'M', metaDescription: null };
  const last = { productApp: null, productAppUrl: 'https://example.org/' };
  const before = JSON.stringify({ ...first, tags: ['a', 'b'], ...texts, readTime: 3, ...last });
  expect(hashOfFields({ ...first, tags: ['a', 'b'], ...texts, ...last, readTime: 3 })).toBe(
    createHash('sha256').update(before).digest('hex'),
  );
});
