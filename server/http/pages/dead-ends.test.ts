import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test-app.ts';

describe('where there is nothing there is a way on: the three newest posts', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp({
      posts: [1, 2, 3, 4].map((day) => ({
        slug: `day-${day}`,
        categoryId: 1,
        tags: ['Tea'],
        publishedAt: `2025-01-0${day}T00:00:00.000Z`,
      })),
    });
  });
  afterAll(() => site.close());
  const newest = (html: string) =>
    [...html.matchAll(/href="\/post\/(day-\d)" class="card-link"|class="card-link" href="\/post\/(day-\d)"/g)].map(
      ([, one, other]) => one ?? other,
    );

  test.each([
    '/nowhere',
    '/post/nowhere',
    '/category/nowhere',
    '/tag/nowhere',
    `/tag/${encodeURIComponent('👩‍🚀'.repeat(64))}`,
    `/tag/${encodeURIComponent('مقهى')}`,
    `/tag/${encodeURIComponent('<script>alert(1)</script>')}`,
    '/tag/100%25%00',
    '/author/nowhere',
    `/author/${encodeURIComponent("'; drop table authors; --")}`,
    '/archive/1999',
    '/archive/2025/12',
    '/archive/2025/13',
    '/archive/new',
  ])('%s is 404', async (address) => {
    const { statusCode, body } = await site.http.inject(address);
    expect(statusCode).toBe(404);
    expect(newest(body)).toEqual(['day-4', 'day-3', 'day-2']);
    expect(body).toContain('content="noindex');
    expect(body).not.toContain('<script>alert(1)');
  });

  test.each(['/', '/category/technology', '/tag/tea', '/author/ada-byron', '/archive/2025'])(
    'a page %s does not have is 404, and leads back',
    async (address) => {
      const { statusCode, body } = await site.http.inject(`${address}?page=99`);
      expect(statusCode).toBe(404);
      expect(body).toContain('Newer posts');
    },
  );

  test('an empty category is there, and leads on; a sitemap names neither it nor a landing page', async () => {
    const { statusCode, body } = await site.http.inject('/category/travel');
    expect(statusCode).toBe(200);
    expect(body).toContain('No posts found in this category.');
    expect(newest(body)).toEqual(['day-4', 'day-3', 'day-2']);
    const { body: sitemap } = await site.http.inject('/sitemap.xml');
    expect(sitemap).toContain('/category/technology<');
    expect(sitemap).not.toMatch(/category\/travel|pole|fun-workouts/);
    await site.post({ slug: 'to-travel', categoryId: 4 });
    expect((await site.http.inject('/category/travel')).body).toContain('/post/to-travel');
  });
});
