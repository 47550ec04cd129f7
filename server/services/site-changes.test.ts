import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { applyWrite } from '#server/workers/apply-write.ts';
import { DEFAULT_STYLE } from '#shared/kernel/post-style.ts';
import { createAuthorService } from './authors.ts';
import { createCategoryService } from './categories.ts';
import type { SiteChange } from './events/site-events.ts';
import type { LongWrites } from './long-writes.ts';
import { createSettingsService } from './settings.ts';
import { createTagService } from './tags.ts';

let blog: OpenDatabase;
let told: SiteChange[];
beforeEach(async () => {
  blog = await openBlog();
  told = [];
});
afterEach(() => blog.close());

const clock = { now: () => NOW };
const tell = (change: SiteChange) => void told.push(change);
/** The changes that were told since the last look. */
const news = () => told.splice(0).map(({ type: _, ...change }) => change);

test('a category that is made, moved and deleted is told with its addresses, and with the one its posts go to', async () => {
  const categories = createCategoryService({ db: blog.db, clock, tell });
  const look = { description: '', color: 'category-travel', icon: 'plane' };
  const { id } = await categories.create({ name: 'Travel', slug: 'travel', ...look });
  expect(news()).toEqual([{ what: 'category', ids: [id], oldSlugs: [], slugs: ['travel'] }]);
  await categories.update(id, { slug: 'journeys' });
  expect(news()).toEqual([{ what: 'category', ids: [id], oldSlugs: ['travel'], slugs: ['journeys'] }]);
  await categories.remove(id, 1);
  expect(news()).toEqual([
    { what: 'category', ids: [1, id], oldSlugs: ['technology', 'journeys'], slugs: ['technology'] },
  ]);
  await expect(categories.remove(id, 1)).rejects.toMatchObject({ code: 'not_found' });
  expect(news()).toEqual([]);
});

test('a tag that is made, renamed, merged and deleted is told with its addresses', async () => {
  const longWrites: LongWrites = { run: async (request) => (await applyWrite(blog.db, request)) as never };
  const tags = createTagService({ db: blog.db, clock, longWrites, tell });
  const tea = await tags.create('Tea');
  const cocoa = await tags.create('Cocoa');
  news();
  await tags.update(tea.id, { name: 'Green tea' });
  expect(news()).toEqual([{ what: 'tag', ids: [tea.id], oldSlugs: ['tea'], slugs: ['green-tea'] }]);
  await tags.update(tea.id, { mergeInto: cocoa.id });
  expect(news()).toEqual([
    { what: 'tag', ids: [cocoa.id, tea.id], oldSlugs: ['cocoa', 'green-tea'], slugs: ['cocoa'] },
  ]);
  await tags.remove(cocoa.id);
  expect(news()).toEqual([{ what: 'tag', ids: [cocoa.id], oldSlugs: ['cocoa'], slugs: [] }]);
});

test('an author who is made, renamed and deleted is told with the addresses, the settings as such', async () => {
  const authors = createAuthorService({ db: blog.db, clock, tell });
  const { id } = await authors.create({ name: 'Mira', email: 'mira@example.com', bio: '', avatar: null });
  await authors.update(id, { name: 'Mira S.' });
  await authors.remove(id, 1);
  expect(news()).toEqual([
    { what: 'author', ids: [id], oldSlugs: [], slugs: ['mira'] },
    { what: 'author', ids: [id], oldSlugs: ['mira'], slugs: ['mira-s'] },
    { what: 'author', ids: [1, id], oldSlugs: ['ada', 'mira-s'], slugs: ['ada'] },
  ]);
  const contact = { support: '', partnerships: '', submissions: '' };
  const shown = {
    postPictures: DEFAULT_STYLE.pictures,
    postEmphasis: DEFAULT_STYLE.emphasis,
    modelNote: 'hide',
    termsPlaceholders: [] as string[],
  } as const;
  const defaults = { siteName: 'Tea', tagline: '', contact, ...shown };
  await createSettingsService({ db: blog.db, clock, defaults, tell }).update({ siteName: 'More tea' });
  expect(news()).toEqual([{ what: 'settings' }]);
});
