import { expect, test } from 'vitest';
import { newPostValues } from '#shared/workspace/post-values.ts';
import { submitText } from './submit-text.ts';

const now = new Date(2026, 2, 1, 12).getTime();
const earlier = new Date(2026, 1, 1, 9, 30).toISOString();
const later = new Date(2099, 4, 1, 9, 30).toISOString();
const base = (published: boolean, publishedAt: string | null) => ({
  baseText: { ...newPostValues, published, publishedAt },
});

test.each([
  ['a new post', true, null, null, 'Publishes now'],
  ['a new post with an earlier date', true, earlier, null, 'Publishes now'],
  ['a new post that is not to be published', false, null, null, 'Saves a draft'],
  ['a new post for later', true, later, null, 'Goes live on 1 May 2099, 09:30'],
  ['a new post for later, whatever Published says', false, later, null, 'Goes live on 1 May 2099, 09:30'],
  ['a draft', false, null, base(false, null), 'Saves a draft'],
  ['a draft that is to be published', true, null, base(false, null), 'Publishes now'],
  ['a scheduled post', true, later, base(true, later), 'Goes live on 1 May 2099, 09:30'],
  ['a scheduled post whose date was taken out', true, null, base(true, later), 'Publishes now'],
  ['a scheduled post put off', false, null, base(true, later), 'Saves a draft that is no longer scheduled'],
  ['a live post', true, earlier, base(true, earlier), 'Updates the live post'],
  ['a live post taken back', false, earlier, base(true, earlier), 'Takes the live post offline, as a draft'],
  ['a live post put off', true, later, base(true, earlier), 'Takes the live post offline until 1 May 2099, 09:30'],
])('the main button says what it does with %s', (_what, published, publishedAt, before, text) => {
  expect(submitText({ published, publishedAt }, before, now)).toBe(text);
});
