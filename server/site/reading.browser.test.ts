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
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: 'server/site/entry-client.tsx' },
    },
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
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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

const isHydrated = () => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));

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
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    await context.route(
      (url) => url.origin !== origin,
      (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'window.twttr={widgets:{load(){window.processed=Date.now()}}}',
        }),
    );
    await page.clock.install();
    await page.goto(origin + path);
    if (options.javaScriptEnabled !== false) await page.waitForFunction(isHydrated);
    await use(page);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
  }
}

const POST = `/post/${postPage.slug}`;
const toastIn = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

describe('the share dialog', () => {
  const popups = (page: Page) => page.evaluate(() => (window as unknown as { popups: string[][] }).popups);

  it('opens each network in a popup of 600 by 400 without an opener, and closes', () =>
    withPage(POST, {}, async (page) => {
      await page.evaluate(() => {
        const popups: unknown[][] = [];
        window.open = (...parameters) => {
          popups.push(parameters);
          return null;
        };
        Object.assign(window, { popups });
      });
      for (const network of ['Facebook', 'Twitter', 'LinkedIn']) {
        await page.getByRole('button', { name: 'Share' }).first().click();
        await page.getByRole('dialog', { name: 'Share this post' }).getByRole('button', { name: network }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      const opened = await popups(page);
      expect(opened.map(([href]) => new URL(href ?? '').hostname)).toEqual([
        'www.facebook.com',
        'twitter.com',
        'www.linkedin.com',
      ]);
      for (const [href, target, features] of opened) {
        expect(decodeURIComponent(href ?? '')).toContain(`${origin}${POST}`);
        expect(target).toBe('_blank');
        expect(features).toMatch(/^width=600,height=400,.*noopener/);
      }
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Share');
    }));

  it('copies the page\u2019s address, says so, and stays open', () =>
    withPage(`${POST}?utm_source=x`, { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.getByRole('button', { name: 'Share' }).last().click();
      await page.getByRole('button', { name: 'Copy Link' }).click();
      await page.getByText('Link copied!', { exact: true }).waitFor();
      await page.getByText('The link has been copied to your clipboard.', { exact: true }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}${POST}`);
      expect(await page.getByRole('dialog').isVisible()).toBe(true);
    }));

  it('copies without the clipboard API too, and gives the focus back', () =>
    withPage(POST, {}, async (page) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.addEventListener('copy', () => Object.assign(window, { copied: String(getSelection()) }));
      });
      await page.getByRole('button', { name: 'Share' }).first().click();
      await page.getByRole('button', { name: 'Copy Link' }).click();
      await page.getByText('Link copied!', { exact: true }).waitFor();
      expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(`${origin}${POST}`);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copy Link');
    }));
});

describe('the share dialog whose code cannot be had', () => {
  it('loads the page anew once, then gives way to plain links', () =>
    withPage(POST, {}, async (page) => {
      await page.route('**/assets/share-dialog-*.js', (route) => route.abort());
      const reloaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Share' }).first().click();
      await reloaded;
      await page.waitForFunction(isHydrated);
      await page.getByRole('button', { name: 'Share' }).first().click();
      await page.getByRole('link', { name: 'LinkedIn' }).waitFor();
    }));
});

describe('toasts', () => {
  const provoke = async (page: Page) => {
    await page.getByRole('button', { name: 'Send Message' }).click();
    await toastIn(page).waitFor();
  };

  it('show one at a time: a new one takes the place of the old', () =>
    withPage('/contact', {}, async (page) => {
      await provoke(page);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Message').fill('Hello');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await toastIn(page).getByText('Message Sent!').waitFor();
      expect(await toastIn(page).count()).toBe(1);
    }));

  it('go after 5000 ms', () =>
    withPage('/contact', {}, async (page) => {
      await provoke(page);
      await page.mouse.move(5, 5);
      await page.clock.runFor(4000);
      expect(await toastIn(page).count()).toBe(1);
      await page.clock.runFor(1500);
      await toastIn(page).waitFor({ state: 'detached' });
    }));

  it('are swiped away to the right by more than 50 pixels, not by less', () =>
    withPage('/contact', {}, async (page) => {
      await provoke(page);
      const swipe = async (distance: number) => {
        const box = await toastIn(page).boundingBox();
        const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 30];
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + distance / 2, y);
        await page.mouse.move(x + distance, y);
        await page.mouse.up();
        await page.clock.runFor(400);
      };
      await swipe(45);
      expect(await toastIn(page).count()).toBe(1);
      await swipe(70);
      await toastIn(page).waitFor({ state: 'detached' });
    }));

  it('say their words plainly when their code cannot be had', () =>
    withPage('/contact', {}, async (page) => {
      await page.route('**/assets/toaster-*.js', (route) => route.abort());
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByRole('alert').getByText('Please fill in your name, email, and message.').waitFor();
      await page.clock.runFor(5100);
      await page.getByRole('alert').waitFor({ state: 'detached' });
    }));

  it('are reached with F8', () =>
    withPage('/contact', {}, async (page) => {
      await provoke(page);
      await page.keyboard.press('F8');
      expect(await page.evaluate(() => document.activeElement?.closest('[role=region]')?.ariaLabel)).toBe(
        'Notifications (F8)',
      );
    }));
});

describe('the contact form', () => {
  const fill = async (page: Page) => {
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Message').fill('Hello');
  };
  const events = (page: Page) =>
    page.evaluate(() =>
      (window as unknown as { dataLayer: { event?: string }[] }).dataLayer.filter(
        ({ event }) => event === 'contact_form_submit',
      ),
    );

  it('says what is missing in a toast, not in the browser\u2019s way, and sends nothing', () =>
    withPage('/contact', {}, async (page) => {
      expect(await page.locator('form[action="/contact"]').evaluate((form: HTMLFormElement) => form.noValidate)).toBe(
        true,
      );
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Message').fill('  ');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await toastIn(page).getByText('Missing Information', { exact: true }).waitFor();
      await toastIn(page).getByText('Please fill in your name, email, and message.', { exact: true }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('contact-email');
      expect(sent).toEqual([]);
    }));

  it('does not send what is no address', () =>
    withPage('/contact', {}, async (page) => {
      await fill(page);
      await page.getByLabel('Email').fill('ada at example');
      await page.getByRole('button', { name: 'Send Message' }).click();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('contact-email');
      expect(sent).toEqual([]);
    }));

  it('is disabled while it sends, then cleared, with thanks', () =>
    withPage('/contact', {}, async (page) => {
      let finish = () => {};
      answerContact = (response) => {
        finish = () => response.writeHead(204).end();
      };
      await fill(page);
      await page.getByRole('button', { name: 'Send Message' }).click();
      expect(await page.getByRole('button', { name: 'Sending...', exact: true }).isDisabled()).toBe(true);
      await expect.poll(() => sent.length).toBe(1);
      finish();
      await toastIn(page).getByText('Message Sent!', { exact: true }).waitFor();
      expect(await page.getByLabel('Message').inputValue()).toBe('');
      expect(await page.getByRole('button', { name: 'Send Message' }).isEnabled()).toBe(true);
      const { elapsedMs, ...rest } = JSON.parse(sent[0]?.body ?? '');
      expect(rest).toEqual({ name: 'Ada', email: 'ada@example.org', subject: '', message: 'Hello', website: '' });
      expect(elapsedMs).toBeGreaterThan(0);
      expect(await events(page)).toEqual([{ event: 'contact_form_submit', success: true }]);
    }));

  it('keeps its text when the message was refused, and says how else to write', () =>
    withPage('/contact', {}, async (page) => {
      answerContact = (response) => response.writeHead(429).end();
      await fill(page);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await toastIn(page).getByText('Error', { exact: true }).waitFor();
      await toastIn(page)
        .getByText('Failed to send message. Please try again or email us directly.', { exact: true })
        .waitFor();
      expect(await page.getByLabel('Message').inputValue()).toBe('Hello');
      expect(await events(page)).toEqual([{ event: 'contact_form_submit', success: false }]);
    }));

  it('speaks without a network as well', () =>
    withPage('/contact', {}, async (page) => {
      await page.context().setOffline(true);
      await fill(page);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByText('Failed to send message. Please try again or email us directly.').first().waitFor();
      expect(await page.getByLabel('Message').inputValue()).toBe('Hello');
    }));

  it('is posted by the browser itself without JavaScript', () =>
    withPage('/contact', { javaScriptEnabled: false }, async (page) => {
      await fill(page);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect
        .poll(() => sent)
        .toEqual([
          { request: 'POST /contact', body: 'name=Ada&email=ada%40example.org&subject=&message=Hello&website=' },
        ]);
    }));
});

describe('a post in the browser', () => {
  it('is counted as read once it has been in sight for a second, but not for the owner', async () => {
    await withPage(POST, {}, async (page) => {
      await page.clock.runFor(1100);
      await expect.poll(() => sent.map(({ request }) => request)).toEqual(['POST /api/posts/7/view']);
    });
    await withPage(`${POST}?owner`, {}, async (page) => {
      await page.clock.runFor(5000);
      expect(sent).toEqual([]);
    });
  });

  it('loads the script of the one network it embeds, and lets it work a second after', () =>
    withPage(POST, {}, async (page) => {
      const script = page.locator('script[src="https://platform.twitter.com/widgets.js"]');
      await script.waitFor({ state: 'attached' });
      await page.waitForFunction(() => 'twttr' in window);
      await page.clock.runFor(4000);
      expect(await page.evaluate(() => 'processed' in window)).toBe(true);
      expect(await page.locator('script[src*="instagram"], script[src*="tiktok"]').count()).toBe(0);
      expect(await script.count()).toBe(1);
    }));

  it('puts a player in a video card when it is clicked, and not before', () =>
    withPage(POST, {}, async (page) => {
      expect(await page.locator('iframe').count()).toBe(0);
      await page.getByRole('link', { name: 'Watch on YouTube' }).click();
      const frame = page.locator('.video-card iframe');
      expect(await frame.getAttribute('src')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/);
      expect(await frame.getAttribute('title')).toBe('Watch on YouTube');
    }));

  it('shows plain links to the networks instead of Share buttons without JavaScript', () =>
    withPage(POST, { javaScriptEnabled: false }, async (page) => {
      expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Facebook' }).count()).toBe(2);
    }));
});
