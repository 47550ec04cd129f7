import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright';
import { z } from 'zod';
import { CLIENT_FOLDER, projectRoot } from '#server/paths.ts';
import { OFFER_CLASS, PLACES_KEY } from '#server/site/browser/enhancer/reading-place-names.ts';
import { AWAKE } from '#server/site/browser/enhancer/wake.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { runCommand } from '#tests/load/run-command.ts';
import { BROWSER_ARGUMENTS, findBrowser } from './find-browser.ts';

// npm run size: measures what a reader's post page loads before the reader touches anything, and after the first touch,
// which loads React; the untouched load of the most demanding post and of pages with other controls; and the faces that
// a page begins with. It reads the page that the built server really sends, the build's manifest, and a browser's
// requests. Fails over the budgets below.

const KIB = 1024;
/** Includes the scripts inside the page. */
const UNTOUCHED_BUDGET = 5 * KIB;
const SCRIPT_BUDGET = 100 * KIB;
const STYLE_BUDGET = 18 * KIB;
/** The budget, in bytes, of each face that pages request at once. */
const FACE_BUDGET = 25_000;
/**
 * The bytes that a server may send before the first acknowledgement of the reader (RFC 6928): ten segments. A longer
 * answer takes 150 ms more on 4G.
 */
const FIRST_WINDOW = 10 * 1460;
/**
 * The time, in milliseconds, that a page is watched. The last attempt of the embed loader is three seconds after the
 * page.
 */
const WATCHED_FOR = 5000;
/** Pages that are not posts: with lists and chips, a form that suggests, a form that is sent. */
const OTHER_PAGES = ['/', '/search', '/contact'];
/** The words about a file that comes from another site. */
const ELSEWHERE = ' comes from elsewhere';
/**
 * A post with embeds of every network, sections, notes and a video, on a site with reader analytics, and left half
 * read. It has no code: the buttons of code come when a pointer lies on the text, which is a touch.
 */
const DEMANDING = {
  slug: 'what-asks-for-the-most',
  environment: { ANALYTICS_ID: 'G-SIZES' },
  markdown: `---
title: What asks for the most
slug: what-asks-for-the-most
date: 2025-01-01
---

${['twitter-tweet', 'instagram-media', 'tiktok-embed']
  .map((name) => `<blockquote class="${name}"><a href="https://example.org/${name}">Quoted</a></blockquote>`)
  .join('\n\n')}

${[1, 2, 3, 4].map((number) => `## Section ${number}\n\n${'A sentence that is one of many. '.repeat(120)}[^1]`).join('\n\n')}

https://vimeo.com/76979871

[^1]: A note.
`,
};

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional(), css: z.array(z.string()).optional() }),
);
const feedSchema = z.object({ items: z.array(z.object({ url: z.string() })).min(1) });

interface Named {
  /** The text of the scripts inside the page. */
  inline: string[];
  scripts: Set<string>;
  styles: Set<string>;
  /** The style sheets that the first paint waits for. */
  blocking: Set<string>;
  faces: Set<string>;
  faults: string[];
}

const client = path.join(projectRoot(), CLIENT_FOLDER);
const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(client, '.vite', 'manifest.json'), 'utf8')));

/** Returns the size of a built file as a gzip client receives it; `address` as in a page ("/assets/x.js"). */
function gzipBytes(address: string): number {
  return gzipSync(readFileSync(path.join(client, address)), { level: 9 }).length;
}

/** Returns the files that the page names in its HTML, and the faults found there. */
function readPage(html: string): Named {
  const [scripts, styles, blocking, faces] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  const named: Named = { inline: [], scripts, styles, blocking, faces, faults: [] };
  for (const [, text = ''] of html.matchAll(/<script>(.*?)<\/script>/gs)) named.inline.push(text);
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
    const [source, href, rel] = [attribute('src'), attribute('href'), attribute('rel')];
    if (tag.startsWith('<script') && source) {
      named.scripts.add(source);
      const waits = attribute('type') === 'module' || /\b(?:async|defer)\b/.test(tag);
      if (!waits) named.faults.push(`${source} blocks rendering`);
    }
    if (rel === 'modulepreload' && href) named.scripts.add(href);
    if (rel === 'preload' && attribute('as') === 'font' && href) named.faces.add(href);
    if (rel === 'stylesheet' && href) {
      named.styles.add(href);
      if (attribute('media') !== 'print') named.blocking.add(href);
    }
  }
  const [, later = ''] = /<meta name="later" content="([^"]*)"/.exec(html) ?? [];
  for (const file of later.split(' ').filter(Boolean)) named.scripts.add(file);
  if (named.scripts.size === 0) named.faults.push('the page names no script');
  if (named.styles.size === 0) named.faults.push('the page names no style sheet');
  if (named.faces.size === 0) named.faults.push('the page asks for no face at once');
  return named;
}

/** Adds the imports of the named chunks, which a browser fetches without being told. */
function addImports({ scripts }: Named): void {
  const byFile = new Map(Object.values(manifest).map((chunk) => [`/${chunk.file}`, chunk]));
  for (const script of scripts) {
    for (const name of byFile.get(script)?.imports ?? []) {
      const file = manifest[name]?.file;
      // Added to the set during its own iteration, so that imports of imports are included.
      if (file) scripts.add(`/${file}`);
    }
  }
}

/** Calls `look` with the page in a browser, and adds the browser's requests to the named files. */
async function watchLoading(
  url: string,
  { scripts, styles, faults }: Named,
  look: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGUMENTS });
  try {
    const page = await browser.newPage();
    await prepare?.(page);
    page.on('request', (request) => {
      const { pathname, origin } = new URL(request.url());
      const list = { script: scripts, stylesheet: styles }[request.resourceType()];
      if (!list) return;
      if (origin === new URL(url).origin) list.add(pathname);
      else faults.push(request.url() + ELSEWHERE);
    });
    await page.goto(url, { waitUntil: 'load' });
    await look(page);
  } finally {
    await browser.close();
  }
}

/** Scrolls to the end and waits five seconds; touches nothing. */
async function leaveUntouched(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(WATCHED_FOR);
}

/** Moves the focus to a link, and waits for React. */
async function touch(page: Page): Promise<void> {
  await page.locator('footer a[href="/about"]').focus();
  await page.locator(`html[${AWAKE}]`).waitFor();
}

function report(kind: string, { inline, files, budget }: { inline: string[]; files: Set<string>; budget: number }) {
  const sizes = [...files].map((file) => ({ file, bytes: gzipBytes(file) })).sort((a, b) => b.bytes - a.bytes);
  if (inline.length > 0) sizes.push({ file: 'in the page', bytes: gzipSync(inline.join('\n'), { level: 9 }).length });
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const isMet = total <= budget;
  console.log(`\n${kind}, gzip`);
  for (const { file, bytes } of sizes) console.log(`  ${kib(bytes).padStart(7)}  ${file}`);
  console.log(`  ${kib(total).padStart(7)}  of ${kib(budget)} KiB${isMet ? '' : ': OVER BUDGET'}`);
  return isMet;
}

/** Whether each face that is requested at once is small, so that a reader on slow 4G sees it soon. */
function reportFaces(faces: Set<string>): boolean {
  console.log('\nFaces asked for at once');
  const sizes = [...faces].map((file) => ({ file, bytes: readFileSync(path.join(client, file)).length }));
  for (const { file, bytes } of sizes) {
    const verdict = bytes > FACE_BUDGET ? ': OVER BUDGET' : '';
    console.log(`  ${kib(bytes).padStart(7)}  ${file}, of ${kib(FACE_BUDGET)} KiB${verdict}`);
  }
  return sizes.every(({ bytes }) => bytes <= FACE_BUDGET);
}

/**
 * Whether the page and the style sheets that the first paint waits for each arrive with the first round trip of a
 * connection.
 */
async function reportFirstPaint(origin: string, addresses: string[]): Promise<boolean> {
  console.log('\nBefore the first paint, Brotli with the headers of the answer');
  let isMet = true;
  for (const address of addresses) {
    const bytes = await bytesSent(origin + address);
    const isOver = bytes > FIRST_WINDOW;
    const verdict = isOver
      ? `: OVER BUDGET, takes one round trip more than the ${kib(FIRST_WINDOW)} KiB of the first`
      : '';
    console.log(`  ${kib(bytes).padStart(7)}  ${address}, of ${kib(FIRST_WINDOW)} KiB${verdict}`);
    if (isOver) isMet = false;
  }
  return isMet;
}

/** Returns the bytes of an answer as a browser receives it: its headers, and its compressed body. */
function bytesSent(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const { rawHeaders, statusCode } = answer;
      if (statusCode !== 200) reject(new Error(`${url} was answered with ${statusCode}`));
      // Two characters between or after each name and value, plus the status line and the empty line.
      let bytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK'.length + 4);
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
      answer.on('error', reject);
    }).on('error', reject);
  });
}

function kib(bytes: number): string {
  return (bytes / KIB).toFixed(1);
}

/** Reads the page at an address, untouched, with all files that its browser requests. */
async function readUntouched(url: string): Promise<{ html: string; untouched: Named }> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
  const html = await answer.text();
  const untouched = readPage(html);
  addImports(untouched);
  return { html, untouched };
}

/** Measures a post of the kind that a first start creates, untouched and touched. */
async function measurePost(origin: string): Promise<{ isMet: boolean; faults: string[] }> {
  const feed = feedSchema.parse(await (await fetch(`${origin}/feed.json`)).json());
  const { pathname } = new URL(feed.items[0]?.url ?? '');
  const { html, untouched } = await readUntouched(origin + pathname);
  await watchLoading(origin + pathname, untouched, leaveUntouched);
  const touched = readPage(html);
  await watchLoading(origin + pathname, touched, touch);
  console.log(`A reader's post page, ${pathname}`);
  const { inline } = untouched;
  const isMet = [
    report('JavaScript, untouched', { inline, files: untouched.scripts, budget: UNTOUCHED_BUDGET }),
    report('JavaScript, after the first touch', { inline, files: touched.scripts, budget: SCRIPT_BUDGET }),
    report('CSS', { inline: [], files: touched.styles, budget: STYLE_BUDGET }),
    reportFaces(untouched.faces),
    await reportFirstPaint(origin, [pathname, ...untouched.blocking]),
  ].every(Boolean);
  return { isMet, faults: [...untouched.faults, ...touched.faults] };
}

/** Measures pages that are not posts, untouched. */
async function measureOtherPages(origin: string): Promise<{ isMet: boolean; faults: string[] }> {
  const read = async (pathname: string) => {
    const { untouched } = await readUntouched(origin + pathname);
    await watchLoading(origin + pathname, untouched, leaveUntouched);
    return { pathname, untouched };
  };
  const pages = await Promise.all(OTHER_PAGES.map(read));
  const met = pages.map(({ pathname, untouched: { inline, scripts } }) =>
    report(`JavaScript, untouched, of ${pathname}`, { inline, files: scripts, budget: UNTOUCHED_BUDGET }),
  );
  return { isMet: met.every(Boolean), faults: pages.flatMap(({ untouched }) => untouched.faults) };
}

/**
 * Measures the most demanding post, untouched. The scripts of networks and of analytics come from other sites, and are
 * not counted.
 */
async function measureDemandingPost(origin: string): Promise<{ isMet: boolean; faults: string[] }> {
  const pathname = `/post/${DEMANDING.slug}`;
  const { untouched } = await readUntouched(origin + pathname);
  const { inline, scripts, faults } = untouched;
  const asked = new Set<string>();
  const prepare = async (page: Page) => {
    await page.addInitScript((stored) => localStorage.setItem(...stored), [
      PLACES_KEY,
      JSON.stringify([[DEMANDING.slug, 0.5]]),
    ] as [string, string]);
    await page.route(
      (address) => address.origin !== origin,
      (route) => {
        asked.add(new URL(route.request().url()).hostname);
        return route.fulfill({ contentType: 'text/javascript', body: '' });
      },
    );
  };
  await watchLoading(
    origin + pathname,
    untouched,
    async (page) => {
      await page.locator(`.${OFFER_CLASS}`).waitFor();
      await leaveUntouched(page);
    },
    prepare,
  );
  const isWhole = asked.size === 4;
  if (!isWhole) console.error(`\nOf four others only these were asked: ${[...asked].join(', ')}`);
  const isMet = report('JavaScript, untouched, of the post that asks for the most', {
    ...{ inline, files: scripts, budget: UNTOUCHED_BUDGET },
  });
  return { isMet: isMet && isWhole, faults: faults.filter((fault) => !fault.endsWith(ELSEWHERE)) };
}

/** Starts the built server on a folder, and stops it after `work`. */
async function withServer<T>(
  folder: string,
  environment: Record<string, string>,
  work: (origin: string) => Promise<T>,
) {
  const server = await startOurServer(folder, environment);
  try {
    return await work(server.address);
  } finally {
    await server.stop();
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-size-'));
try {
  const [post, others] = await withServer(folder, {}, async (origin) => [
    await measurePost(origin),
    await measureOtherPages(origin),
  ]);
  const posts = path.join(folder, 'posts');
  mkdirSync(posts);
  writeFileSync(path.join(posts, `${DEMANDING.slug}.md`), DEMANDING.markdown);
  await runCommand('cli/import', [posts, '--category', 'technology'], folder);
  const demanding = await withServer(folder, DEMANDING.environment, measureDemandingPost);
  const faults = new Set([post, others, demanding].flatMap((each) => each.faults));
  for (const fault of faults) console.error(`\n${fault}`);
  process.exitCode = post.isMet && others.isMet && demanding.isMet && faults.size === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
