import { expect, test } from 'vitest';
import { postPage } from '../pages/page-fixtures.ts';
import { draftNotice } from './draft-notice.tsx';

const textOf = (html: string | undefined) =>
  html
    ?.replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const before = new Date('2025-07-09T05:59:59.999Z');
const after = new Date('2025-07-09T06:00:00.000Z');

test('a live post has none', () => {
  expect(draftNotice(postPage, after)).toBeUndefined();
});

test('a draft is called one, whenever it was live, and leads to its form', () => {
  const html = draftNotice({ ...postPage, published: false }, after);
  expect(textOf(html)).toBe('This post is a draft. Nobody but you can see it. Edit this post');
  expect(html).toContain('href="/admin?edit=7"');
  expect(textOf(draftNotice({ ...postPage, published: false, publishedAt: null }, after))).toContain('is a draft');
});

test('a post whose time has not come says when it does', () => {
  expect(textOf(draftNotice(postPage, before))).toBe(
    'Scheduled: this post goes live on July 09, 2025 at 06:00 UTC. Nobody but you can see it. Edit this post',
  );
});
