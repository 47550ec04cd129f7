import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EmbeddedPage, readPageData, serializeForScript, serializePageData } from './page-data.ts';
import { postData, postPage, shell } from './pages/page-fixtures.ts';

describe('data inside a script element', () => {
  it('cannot end the element, open a comment or break a line, and reads back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('</script>', '<!--', '\u2028', '\u2029'), (value, hostile) => {
        const text = serializeForScript({ value, hostile });
        expect(text).not.toMatch(/[<\u2028\u2029]/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ value, hostile })));
      }),
      { seed: 20250719 },
    );
  });
});

describe('the page data', () => {
  const embedded: EmbeddedPage = { url: '/post/a-table-for-twelve', page: postData(), shell };

  it('leaves a post\u2019s body out, and takes it from the page again', () => {
    const text = serializePageData(embedded);
    expect(text).not.toContain('text-why');
    expect(readPageData(text, postPage.html)).toEqual(embedded);
  });

  it('leaves a landing page’s words out, and takes them from the page again', () => {
    const about = { path: '/a', title: 'A', description: 'B', jsonLd: [{ name: '</script>' }] };
    const landing: EmbeddedPage = { ...embedded, url: '/a', page: { screen: 'landing', ...about, html: '<h1>A</h1>' } };
    const text = serializePageData(landing);
    expect(text).not.toContain('h1>');
    expect(readPageData(text, '<h1>A</h1>')).toEqual({ ...landing, page: { ...landing.page, jsonLd: [] } });
  });

  it('of any other page reads back as it was', () => {
    const other: EmbeddedPage = { ...embedded, url: '/about', page: { screen: 'about' } };
    expect(readPageData(serializePageData(other), undefined)).toEqual(other);
  });

  it('of a post that is not there reads back as it was', () => {
    const missing: EmbeddedPage = { ...embedded, page: postData({ post: { state: 'ready', value: null } }) };
    expect(readPageData(serializePageData(missing), undefined)).toEqual(missing);
  });
});
