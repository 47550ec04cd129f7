import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { SITE_NAME: 'Bread & "Butter" <b>' } });
});
afterAll(() => app.close());

describe('the admin’s page', () => {
  it.each(['/admin', '/admin/login', '/admin?edit=3', '/admin/whatever'])(
    'is there at %s, for nobody but its owner',
    async (url) => {
      const { statusCode, headers, body } = await app.http.inject(url);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-robots-tag']).toBe('noindex, nofollow');
      expect(body).toContain('<div id="admin"');
    },
  );

  it('says which site it is of, for what it writes later', async () => {
    const { siteId } = (await app.http.inject('/api/meta')).json();
    expect((await app.http.inject('/admin')).body).toContain(` data-site-id="${siteId}"`);
  });

  it('is named after the site, whatever the site is called', async () => {
    const { body } = await app.http.inject('/admin');
    expect(body).toContain('<title>Admin Panel | Bread &#38; &#34;Butter&#34; &#60;b&#62;</title>');
    expect(body).not.toContain('<b>');
  });
});
