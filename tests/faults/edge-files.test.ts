import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { acceptsMarkdown } from '#server/http/accepts-markdown.ts';
import { projectRoot } from '#server/paths.ts';
import { ORIGIN_AWAY } from '#server/site/browser/page-caller.ts';
import { SESSION_COOKIE } from '#shared/contract/session.ts';

const read = (name: string) => readFileSync(path.join(projectRoot(), 'deploy', name), 'utf8');
const vcl = read('varnish/ninefold.vcl');
const nginx = read('nginx/edge.conf');
const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? '';

test('both edges say the same where nothing can be shown, and a program is told so that it knows', () => {
  const words = [...vcl.matchAll(/set req\.http\.x-edge-words = "([^"]+)"/g)].map(([, text = '']) => text);
  expect(words).toHaveLength(3);
  for (const text of words) expect(nginx).toContain(`"${text}"`);
  const page = found(vcl, /set resp\.body = """(<!doctype.*?)"""/);
  expect(page.length).toBeGreaterThan(300);
  expect(nginx).toContain(page);
  const told = `{"code":"${ORIGIN_AWAY}","message":"The site cannot be reached just now. Try again in a few minutes."}`;
  for (const file of [vcl, nginx]) expect(file).toContain(told);
});

test('an edge shows what it has while the server is away as long as is written, and otherwise no longer than the server says', () => {
  const page = readFileSync(path.join(projectRoot(), 'docs/deployment.md'), 'utf8');
  // Varnish counts from the end of the ten minutes, both when it looks a page up and when it keeps one.
  expect([...vcl.matchAll(/\.grace = (\w+);/g)].map(([, time]) => time)).toEqual(['0s', '1d', '0s', '0s', '1d']);
  expect(vcl).toContain('set beresp.ttl = 600s;');
  // nginx counts from the last time that somebody read the page.
  const inactive = found(nginx, /proxy_cache_path .* inactive=(\d+)h /);
  expect(page).toContain(
    `| shown while the server is away | for a day | as long as it is read once in ${inactive} hours |`,
  );
  expect([...nginx.matchAll(/proxy_cache_valid ([^;]+);/g)].map(([, times]) => times)).toEqual([
    '200 301 302 307 308 404 410 1s',
    '200 10m',
    '301 302 307 308 404 410 1s',
  ]);
});

test('both edges hand the owner through, and what is not for reading', () => {
  const cookie = SESSION_COOKIE.replace('.', '\\.');
  expect(vcl).toContain(`req.http.cookie ~ "${cookie}="`);
  expect(nginx).toContain(`"~${cookie}=" "1";`);
  const passed = found(vcl, /req\.url ~ "\^\/\+\(([^)]+)\)\(\[\/\?\]\|\$\)"\) \{\n\s+return \(pass\)/).split('|');
  const inNginx = [...nginx.matchAll(/location ~ \^\/\(([^)]+)\)\(\/\|\$\)/g)].flatMap(([, list = '']) =>
    list.split('|'),
  );
  expect(passed).toContain('admin');
  expect(inNginx.toSorted()).toEqual(passed.toSorted());
});

test('both edges reduce Accept as the server reads it: to Markdown, to HTML, or not at all', () => {
  const plain = found(vcl, /req\.http\.accept ~ "\(\?i\)(\^\\s\*text\/markdown[^"]+)"/);
  expect(nginx.split(plain.slice(1))).toHaveLength(3);
  const isMarkdown = new RegExp(plain, 'i');
  const samples = [
    'text/markdown',
    'text/markdown, text/html',
    'Text/Markdown,*/*;q=0.1',
    'text/html, text/markdown',
    'text/markdown;q=0.5, text/html',
    'text/html;q=0.4,text/markdown;q=0.5',
    'text/markdownish, text/html',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    '*/*',
  ];
  for (const accept of samples) {
    if (isMarkdown.test(accept)) expect([accept, acceptsMarkdown(accept)]).toEqual([accept, true]);
    // Any other header that names Markdown is passed on to the server.
    else if (!/text\/markdown/i.test(accept)) expect([accept, acceptsMarkdown(accept)]).toEqual([accept, false]);
  }
  expect(samples.filter((accept) => isMarkdown.test(accept))).toHaveLength(3);
});

test('both edges and the server mean the same by AVIF', () => {
  const source = readFileSync(path.join(projectRoot(), 'server/http/static-files.ts'), 'utf8');
  const pattern = found(source, /return accept !== undefined && \/(.+)\/\.test/).replace('\\/', '/');
  expect(pattern).toContain('image/avif');
  for (const file of [vcl, nginx]) expect(file).toContain(pattern);
});
