import { describe, expect, it } from 'vitest';
import { parsePaging } from './parse-paging.ts';

const paging = (values: Record<string, string>) => parsePaging(new Headers(values));

describe('the paging of an answer', () => {
  it('is read from X-Total-Count and Link', () => {
    const link = '</api/posts?limit=12&cursor=abc%2B%3D>; rel="next"';
    expect(paging({ 'X-Total-Count': '120', Link: link })).toEqual({ total: 120, next: 'abc+=', meant: null });
  });

  it('is unknown where the answer does not say', () => {
    expect(paging({})).toEqual({ total: null, next: null, meant: null });
  });

  it.each([
    ['caf%C3%A9%20%2B%20tea', 'café + tea'],
    ['%', '%'],
    ['', null],
  ])('says what mistyped words were taken for: %s', (value, meant) => {
    expect(paging({ 'X-Search-Meant': value }).meant).toBe(meant);
  });

  it.each(['', 'many', '-1', '1e3', '1.5', '12345678901234567890'])('has no total of %j', (total) => {
    expect(paging({ 'X-Total-Count': total }).total).toBeNull();
  });

  it.each([
    ['a whole address', '<https://example.org/api/posts?cursor=c>; rel="next"'],
    ['a bare relation', '<?cursor=c>; rel=next'],
    ['several relations in one', '<?cursor=c>; rel="last next"'],
    ['another case', '<?cursor=c>; REL="Next"'],
    ['other parameters first', '<?cursor=c>; title="a, b; c"; rel="next"'],
    ['another link first', '<?cursor=no>; rel="prev", <?cursor=c>; rel="next"'],
    ['a comma in an address', '<?q=a,b;c&cursor=no>; rel="prev" , <?q=a,b;c&cursor=c>;rel="next"'],
  ])('finds next with %s', (_, link) => {
    expect(paging({ Link: link }).next).toBe('c');
  });

  it.each([
    '<?cursor=no>; rel="prev"',
    '<?page=2>; rel="next"',
    '<http://[>; rel="next"',
    '?cursor=no; rel="next"',
    '<?cursor=no>; title="x"; trel="next"',
    'nonsense',
  ])('finds no cursor in %j', (link) => {
    expect(paging({ Link: link }).next).toBeNull();
  });

  it('does not stumble over a header made to be slow', () => {
    const start = performance.now();
    parsePaging({ get: (name) => (name === 'link' ? `<${'a'.repeat(20_000)}>${'; '.repeat(20_000)}` : null) });
    parsePaging({ get: (name) => (name === 'link' ? `<a>${'; a="'.repeat(10_000)}` : null) });
    parsePaging({ get: (name) => (name === 'link' ? '<'.repeat(20_000) : null) });
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
