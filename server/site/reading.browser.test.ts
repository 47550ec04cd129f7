import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderPage } from './entry-server.tsx';
import { postPage, shell, summary } from './pages/page-fixtures.ts';
import type { SiteData } from './site-data.ts';

// The post page and the contact page in a real browser: the built scripts, hydrating what the server rendered.

const html = `${postPage.html}
<blockquote class="twitter-tweet"><p>Soup for thirty-one.</p></blockquote>
<div class="video-card" data-provider="youtube" data-id="dQw4w9WgXcQ"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" target="_blank" rel="noopener">Watch on YouTube</a></div>
<div class="video-card" data-provider="elsewhere" data-id="x"><a href="https://video.test/x">Elsewhere</a></div>`;

const data: SiteData = {
  categories: async () => shell.categories,
  category: async () => null,
  posts: async () => ({ items: [], total: 0, next: null }),
  post: async (slug) => (slug === postPage.slug ? { ...postPage, html } : null),
  relatedPosts: async () => [{ ...summary, id: 8, slug: 'benches', title: 'Benches, Ranked' }],
  search: async () => ({ items: [], total: 0, next: null }),
};

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

let folder: string;
let server: Server;
let browser: Browser;
let origin: string;
let assets: { entry: string; css: string[]; preloads: string[]; fonts: string[] };
/** What pages sent: "POST /api/posts/7/view". */
let sent: { request: string; body: string }[] = [];
let answerContact: (response: ServerResponse) => void;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reading-site-'));
  await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [react(), tailwindcss()],
    publicDir: false,
    build: { outDir: folder, manifest: true, rolldownOptions: { input: 'server/site/entry-client.tsx' } },
  });
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const { file, css } = manifest['server/site/entry-client.tsx'];
  assets = { entry: `/${file}`, css: css.map((path: string) => `/${path}`), preloads: [], fonts: [] };
  server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  if (pathname.startsWith('/assets/')) {
    response.setHeader('content-type', types[extname(pathname)] ?? 'application/octet-stream');
    response.end(await readFile(join(folder, pathname)));
  } else if (request.method === 'POST') {
    let body = '';
    for await (const chunk of request) body += chunk;
    sent.push({ request: `POST ${pathname}`, body });
    if (pathname === '/api/contact') answerContact(response);
    else response.writeHead(204).end();
  } else {
    const { info } = shell;
    const owner = searchParams.has('owner');
    const page = await renderPage({ url: request.url ?? '/', data, info, assets, owner });
    response.writeHead(page.status, { 'content-type': 'text/html; charset=utf-8' }).end(page.html);
  }
}

/** Opens a page and fails the test on any error the page reports. Nothing is asked of other sites. */
async function withPage(path: string, options: BrowserContextOptions, use: (page: Page) => Promise<void>) {
  sent = [];
  answerContact = (response) => response.writeHead(204).end();
  const context = await browser.newContext(options);
  const faults: string[] = [];
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
    });
    await context.route(
      (url) => url.origin !== origin,
      (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'window.twttr={widgets:{load(){window.processed=Date.now()}}}' }),
    );
    await page.clock.install();
    await page.goto(origin + path);
    if (options.javaScriptEnabled !== false) await page.waitForFunction(() => '__hydrated' in window || isHydrated());
    await use(page);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
  }
}
