import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsEvent } from './analytics.ts';
import { renderPage } from './entry-server.tsx';
import { createMemorySite, type Fault, info, makePosts } from './testing/memory-site.ts';

// Going about the site in a real browser. React's development build, which reports every hydration mismatch.

const posts = makePosts(40);
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

let folder: string;
let server: Server;
let browser: Browser;
let origin: string;
let assets: { entry: string; css: string[]; preloads: string[]; fonts: string[] };
/** Parts that fail, and calls made, since the page was opened. */
let faults: Fault[] = [];
let asked: string[] = [];
/** Answers of the API wait for this. */
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reading-site-'));
  await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), tailwindcss()],
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      minify: false,
      rolldownOptions: { input: 'server/site/entry-client.tsx' },
    },
  });
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const { file, css } = manifest['server/site/entry-client.tsx'];
  assets = { entry: `/${file}`, css: css.map((path: string) => `/${path}`), preloads: [], fonts: [] };
  server = createServer((request, response) => {
    answer(request.url ?? '/', response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function answer(url: string, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, origin);
  const data = createMemorySite(posts, faults);
  if (pathname.startsWith('/assets/')) {
    response.setHeader('content-type', types[extname(pathname)] ?? 'application/octet-stream');
    response.end(await readFile(join(folder, pathname)));
  } else if (pathname.startsWith('/api/')) {
    asked.push(url);
    await gate;
    const query = Object.fromEntries(searchParams);
    const list = async () =>
      pathname === '/api/search'
        ? data.search(query.q ?? '', query)
        : data.posts({
            category: query.category,
            cursor: query.cursor,
            featured: query.featured === undefined ? undefined : query.featured === 'true',
            limit: Number(query.limit ?? 50),
          });
    const [, slug = ''] = /^\/api\/(?:posts|categories)\/([^/]+)/.exec(pathname) ?? [];
    if (pathname === '/api/posts' || pathname === '/api/search') {
      const { items, total, next } = await list();
      response.setHeader('X-Total-Count', total);
      if (next) response.setHeader('Link', `<${pathname}?cursor=${next}>; rel="next"`);
      response.end(JSON.stringify(items));
    } else if (pathname.endsWith('/view')) response.writeHead(204).end();
    else if (pathname.endsWith('/related')) response.end(JSON.stringify(await data.relatedPosts(Number(slug))));
    else {
      const found = await (pathname.startsWith('/api/posts') ? data.post(slug) : data.category(slug));
      response.writeHead(found ? 200 : 404).end(JSON.stringify(found));
    }
  } else {
    const page = await renderPage({ url, data, info, assets, owner: false });
    response.writeHead(page.status, { 'content-type': 'text/html; charset=utf-8' }).end(page.html);
  }
}

const isHydrated = () => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));

/** Opens a page and fails the test on any error it reports. */
async function withPage(path: string, options: BrowserContextOptions, use: (page: Page) => Promise<void>) {
  faults = [];
  gate = Promise.resolve();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const reported: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => reported.push(error.message));
    page.on('console', (message) => {
      const isOwn = !message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && isOwn) reported.push(message.text());
    });
    await page.goto(origin + path);
    if (options.javaScriptEnabled !== false) await page.waitForFunction(isHydrated);
    asked = [];
    await use(page);
    expect(reported).toEqual([]);
  } finally {
    await context.close();
  }
}

const cards = (page: Page) => page.locator('#posts article');
const eventsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { dataLayer: AnalyticsEvent[] }).dataLayer.map(({ event }) => event));

describe('a page in the browser', () => {
  it.each([
    '/',
    '/?category=finance&utm_source=x',
    '/?page=2',
    '/post/post-1',
    '/post/nowhere',
    '/category/travel',
    '/category/nowhere',
    '/search',
    '/search?q=number',
    '/about',
    '/privacy',
    '/terms',
    '/contact',
    '/nowhere',
  ])('%s takes over what the server rendered, and fetches nothing again', (path) =>
    withPage(
      path,
      { storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'theme', value: 'dark' }] }] } },
      async (page) => {
        await page.waitForLoadState('networkidle');
        expect(asked.filter((url) => !url.endsWith('/view'))).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.className)).toBe('js dark');
        expect((await eventsOf(page))[0]).toBe('page_view');
      },
    ),
  );
});

describe('a client navigation', () => {
  it('shows six skeleton cards at once, then the posts', () =>
    withPage('/about', {}, async (page) => {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      await page.locator('.site-nav').getByText('Home').click();
      await page.getByRole('heading', { name: 'Latest Posts' }).waitFor();
      expect(await page.locator('[data-skeleton-card]').count()).toBe(6);
      open();
      await page.getByRole('heading', { name: 'Featured Posts' }).waitFor();
      await cards(page).first().waitFor();
      expect(await page.locator('[data-skeleton-card]').count()).toBe(0);
      expect(asked.sort()).toEqual([
        '/api/posts?featured=true&published=true',
        '/api/posts?published=true&featured=false&limit=12',
      ]);
    }));

  it('takes title, metadata, focus and events along, and Back brings the place that was left', () =>
    withPage('/', {}, async (page) => {
      await page.evaluate(() => window.scrollTo(0, 900));
      await page.waitForTimeout(100);
      await page
        .getByRole('link', { name: 'Post number 2', exact: true })
        .evaluate((link) => (link as HTMLElement).click());
      await page.getByRole('heading', { level: 1, name: 'Post number 2' }).waitFor();
      expect(await page.title()).toBe('Post number 2 | Ninefold');
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe('https://ninefold.test/post/post-2');
      expect(await page.locator('meta[property="og:title"]').count()).toBe(1);
      expect(await page.evaluate(() => [window.scrollY, document.activeElement?.id])).toEqual([0, 'content']);
      expect(await eventsOf(page)).toEqual(['page_view', 'page_view', 'blog_post_view']);
      asked = [];
      await page.goBack();
      await cards(page).first().waitFor();
      expect(await page.evaluate(() => window.scrollY)).toBe(900);
      expect(asked).toEqual([]);
    }));

  it('says in place what could not be fetched, and Try again fetches it', () =>
    withPage('/about', {}, async (page) => {
      faults = ['posts', 'featured'];
      await page.locator('.site-nav').getByText('Home').click();
      await page.getByText('Failed to fetch featured posts').waitFor();
      const latest = page.locator('#posts');
      await latest.getByText('Failed to fetch posts').waitFor();
      faults = [];
      await latest.getByText('Try again').click();
      await cards(page).first().waitFor();
    }));
});

describe('the home page in the browser', () => {
  it('filters in place, and All Posts clears the filter', () =>
    withPage('/', {}, async (page) => {
      await page.getByRole('button', { name: 'Technology' }).click();
      await page.waitForURL('**/?category=technology');
      await page.getByRole('button', { name: 'Technology', pressed: true }).waitFor();
      expect(asked).toContain('/api/posts?featured=true&published=true&category=technology');
      await page.getByText('More Categories (9)').click();
      await page.getByText('Show Less Categories').waitFor();
      await page.getByRole('button', { name: 'Travel' }).click();
      await page.waitForURL('**/?category=travel');
      await page.getByRole('button', { name: 'All Posts' }).click();
      await page.waitForURL(`${origin}/`);
    }));

  it('loads more in place, says how much, and puts focus on the first of it', () =>
    withPage('/', {}, async (page) => {
      await page.getByRole('link', { name: 'Load more posts' }).click();
      await page.getByText('12 more posts. 24 of 36 shown.').waitFor();
      expect(await cards(page).count()).toBe(24);
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Post number 14');
      await page.getByRole('link', { name: 'Load more posts' }).click();
      await page.getByText('36 of 36 shown.').waitFor();
      expect(await page.getByRole('link', { name: 'Load more posts' }).count()).toBe(0);
    }));

  it('shows the list instead of the grid, and scrolls to the featured posts', () =>
    withPage('/', { reducedMotion: 'reduce' }, async (page) => {
      await page.getByRole('button', { name: 'List' }).click();
      expect(await page.locator('#posts .post-rows').count()).toBe(1);
      await page.getByRole('button', { name: 'Explore Featured Posts' }).click();
      const top = () => page.locator('#featured-posts').evaluate((section) => section.getBoundingClientRect().top);
      await expect.poll(top).toBeLessThan(40);
    }));
});

describe('the search boxes', () => {
  it('ignore blank text, and clear after a search', () =>
    withPage('/', {}, async (page) => {
      const box = page.locator('#header-search');
      await box.fill('   ');
      await box.press('Enter');
      expect(new URL(page.url()).pathname).toBe('/');
      await box.fill(' number & 1 ');
      await box.press('Enter');
      await page.waitForURL('**/search?q=number%20%26%201');
      await page.getByText('No posts found for "number & 1".').waitFor();
      expect(await box.inputValue()).toBe('');
      const own = page.locator('#page-search');
      expect(await own.inputValue()).toBe('number & 1');
      await own.fill('number 1');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('Found 11 result(s) for "number 1"').waitFor();
    }));
});

describe('the theme', () => {
  it('is light until it is switched, and then remembered', () =>
    withPage('/', { colorScheme: 'dark' }, async (page) => {
      const classes = () => page.evaluate(() => document.documentElement.className);
      expect(await classes()).toBe('js light');
      await page.getByRole('button', { name: 'Dark theme' }).click();
      expect(await classes()).toBe('js dark');
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
      await page.reload();
      expect(await classes()).toBe('js dark');
    }));
});

describe('the side menu', () => {
  const phone = { viewport: { width: 390, height: 800 } };

  it('is there under 768 pixels only', () =>
    withPage('/', { viewport: { width: 768, height: 800 } }, async (page) => {
      expect(await page.locator('.side-menu').isVisible()).toBe(false);
      await page.setViewportSize({ width: 767, height: 800 });
      expect(await page.locator('.side-menu').isVisible()).toBe(true);
      expect(await page.locator('#header-search').isVisible()).toBe(false);
    }));

  it('holds focus, and closes on Escape, beside it, and when a link is chosen', () =>
    withPage('/', phone, async (page) => {
      const toggle = page.locator('.side-menu summary');
      const box = page.locator('#menu-search');
      await toggle.click();
      await page.keyboard.press('Shift+Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Admin');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
      await page.keyboard.press('Escape');
      expect(await box.isVisible()).toBe(false);
      await toggle.click();
      await page.mouse.click(10, 400);
      expect(await box.isVisible()).toBe(false);
      await toggle.click();
      await page.locator('.side-menu').getByText('About').click();
      await page.waitForURL('**/about');
      expect(await box.isVisible()).toBe(false);
    }));
});

describe('without JavaScript', () => {
  it('menu, search, filter and paging work, and what needs scripts is not there', () =>
    withPage('/', { javaScriptEnabled: false, viewport: { width: 390, height: 800 } }, async (page) => {
      expect(await page.getByText('Dark theme').isVisible()).toBe(false);
      expect(await page.locator('.segments').first().isVisible()).toBe(false);
      await page.getByText('More Categories (9)').click();
      await page.getByRole('button', { name: 'Finance' }).click();
      await page.waitForURL('**/?category=finance');
      await page.goto(`${origin}/`);
      await page.getByRole('link', { name: 'Load more posts' }).click();
      await page.waitForURL('**/?page=2#posts');
      expect(await cards(page).first().textContent()).toContain('Post number 14');
      await page.locator('.side-menu summary').click();
      await page.locator('#menu-search').fill('number 3');
      await page.locator('#menu-search').press('Enter');
      await page.waitForURL('**/search?q=number+3');
      await page.getByText('Found 11 result(s) for "number 3"').waitFor();
    }));
});
