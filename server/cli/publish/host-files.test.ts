import { expect, test } from 'vitest';
import { headersFile, nginxMaps, redirectsFile } from './host-files.ts';
import { keyOf, publishedPath, serverAddress } from './published-address.ts';
import { redirectPage } from './redirects.ts';

const hostile = [
  { from: '/a\n/* https://evil.example 301', to: '/b', status: 301 as const },
  { from: '/a"; } server { listen 1; #', to: '/b', status: 301 as const },
  { from: '/$document_root', to: '/b', status: 301 as const },
  { from: '/fine', to: '/b\n/* /c 301', status: 301 as const },
  { from: '/old/?p=3', to: '/post/three', status: 301 as const },
  { from: '/now', to: 'https://else.example/x?y=1', status: 302 as const },
];

test('a line of redirects holds one redirect, whatever it is called', () => {
  expect(redirectsFile(hostile)).toBe('/$document_root /b 301\n/now https://else.example/x?y=1 302\n');
  expect(redirectsFile([])).toBe('');
});

test('a map for nginx holds nothing that means something to it', () => {
  const maps = nginxMaps(hostile);
  expect(maps).toContain('map $request_uri $published_moved {\n  default \'\';\n  "/old/?p=3" "/post/three";\n}');
  expect(maps).toContain('"/now" "https://else.example/x?y=1";');
  expect(maps).not.toMatch(/evil|listen|document_root/);
});

test('the page that leads on is only that, wherever it leads', () => {
  const page = redirectPage('https://blog.example/"><script>alert(1)</script>');
  expect(page).not.toContain('<script>');
  expect(page).toContain("default-src 'none'");
});

test('hosts are told the headers of the server’s pages', () => {
  const text = headersFile({ 'content-security-policy': "default-src 'self';frame-ancestors 'self'", etag: '"1"' });
  expect(text).toContain("/*\n  content-security-policy: default-src 'self';frame-ancestors 'self'\n\n");
  expect(text).not.toContain('etag');
});

const ORIGIN = 'https://blog.example';

test.each([
  ['/tag/tea?page=2#posts', '/tag/tea?page=2'],
  ['/tag/tea/page/2#posts', '/tag/tea?page=2'],
  ['/page/3', '/?page=3'],
  ['/search?q=tea', '/search'],
  ['/?category=travel', '/'],
  ['https://blog.example/about?utm_source=x', '/about'],
  ['/uploads/a.webp?x', '/uploads/a.webp'],
  ['https://other.example/about', null],
  ['//other.example/about', null],
  ['/shared/secret', null],
  ['/preview/secret', null],
  ['/admin?edit=1', null],
  ['/api/posts', null],
  ['/subscription/key', null],
  ['mailto:a@example.org', null],
  ['http://[', null],
])('%s is, on the server, %s', (href, address) => {
  expect(serverAddress(href, ORIGIN)).toBe(address);
});

test.each([
  ['/', 'index.html', 'index.html'],
  ['/post/tea', 'post/tea/index.html', 'post/tea'],
  ['/post/t%C3%A9', 'post/té/index.html', 'post/té'],
  ['/old.html', 'old.html', 'old.html'],
  ['/..%2f..%2fetc/passwd', null, null],
  ['/a/../b', null, null],
  ['/%E0%A4%A', null, null],
  ['/a%00', null, null],
  ['/a\\b', null, null],
  ['/published-site.json', 'published-site.json/index.html', null],
])('the page at %s has the key %s, in a bucket %s', (path, inFolders, exact) => {
  expect([keyOf(path, 'folders', true), keyOf(path, 'exact', true)]).toEqual([inFolders, exact]);
});

test('a later page of a list has a path', () => {
  expect(['/?page=2', '/tag/tea?page=12', '/about', '/post/tea'].map(publishedPath)).toEqual([
    ...['/page/2', '/tag/tea/page/12', '/about', '/post/tea'],
  ]);
});
