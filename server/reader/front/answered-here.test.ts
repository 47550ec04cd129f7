import { expect, test } from 'vitest';
import { endpoints } from '#shared/contract/index.ts';
import { cookieName, SESSION_COOKIE } from '#shared/contract/session.ts';
import { answererOf } from './answered-here.ts';

const ask = (method: string, url: string, headers = {}) =>
  answererOf({ method, url, headers }, (name) => name === 'site.js');

test.each([
  ['GET', '/', 'here'],
  ['HEAD', '/post/tea', 'here'],
  ['GET', '/feed.xml', 'here'],
  ['GET', '/feed/atom/', 'here'],
  ['GET', '/assets/site.js', 'here'],
  ['GET', '/assets/of-another-version.js', 'writer'],
  ['GET', '/assets/blog/tea.png', 'here'],
  ['GET', '/uploads/a.webp', 'here'],
  ['GET', '/api/posts?page=2', 'here'],
  ['GET', '/api/posts/featured', 'here'],
  ['GET', '/api/posts/tea', 'here'],
  ['GET', '/api/posts/by-id/1', 'writer'],
  ['GET', '/api/posts/1/revisions', 'writer'],
  ['GET', '/api/search?q=tea', 'here'],
  ['GET', '/api/openapi.json', 'here'],
  ['GET', '/api/archive', 'here'],
  ['GET', '/api/posts/1/related', 'here'],
  ['GET', '/api/categories', 'here'],
  ['GET', '/api/categories/tea', 'here'],
  ['GET', '/api/authors', 'here'],
  ['GET', '/api/authors/ann', 'here'],
  ['GET', '/api/tags', 'here'],
  ['GET', '/api/tags/green-tea', 'here'],
  ['GET', '/healthz', 'here'],
  ['GET', '/readyz', 'here'],
  ['GET', '/metrics', 'here'],
  ['POST', '/api/posts', 'writer'],
  ['POST', '/api/posts/1/view', 'here'],
  ['POST', '/api/posts/1/end', 'here'],
  ['POST', '/api/pages/about/view', 'here'],
  ['POST', '/api/contact', 'here'],
  ['POST', '/api/subscriptions', 'here'],
  ['POST', '/contact', 'here'],
  ['POST', '/subscribe', 'here'],
  ['GET', '/subscription/confirm/x', 'writer'],
  ['POST', '/subscription/x/unsubscribe', 'writer'],
  ['GET', '/admin', 'writer'],
  ['GET', '//admin/login', 'writer'],
  ['GET', '/%61dmin', 'writer'],
  ['GET', '/shared/secret', 'writer'],
  ['GET', '/preview/token', 'writer'],
  ['POST', '/mcp', 'writer'],
  ['GET', '/api/no-such-call', 'writer'],
  ['DELETE', '/', 'writer'],
])('%s %s is answered by: %s', (method, url, answerer) => {
  expect(ask(method, url)).toBe(answerer);
});

test('whoever may be the owner is passed on, and shown what everybody sees where the writer is away', () => {
  for (const headers of [
    { cookie: `a=b; ${cookieName(SESSION_COOKIE, true)}=x` },
    { cookie: `${SESSION_COOKIE}=x` },
    { authorization: 'Bearer x' },
  ]) {
    expect(ask('GET', '/', headers)).toBe('writer-first');
    expect(ask('POST', '/api/contact', headers)).toBe('writer');
  }
  expect(ask('GET', '/', { cookie: 'theme=dark' })).toBe('here');
});

test('no call of the owner is answered here', () => {
  const owners = endpoints.filter(({ access }) => access === 'admin');
  expect(owners.length).toBeGreaterThan(50);
  for (const { method, path } of owners) expect(ask(method, path.replace(/:\w+/g, '1')), path).toBe('writer');
});
