import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright';
import { z } from 'zod';
import { CLIENT_FOLDER, projectRoot } from '#server/paths.ts';
import { AWAKE } from '#server/site/browser/enhancer/wake.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { BROWSER_ARGUMENTS, findBrowser } from './find-browser.ts';

// npm run size: what a reader's post page loads before a reader touches anything, and after the first touch, which
// brings React; and the faces it begins with: from the page the built server really sends, the build's manifest, and what
// a browser then asks for.
// Fails over the budgets below.

const KIB = 1024;
/** With the scripts that stand in the page. */
const UNTOUCHED_BUDGET = 5 * KIB;
const SCRIPT_BUDGET = 100 * KIB;
const STYLE_BUDGET = 18 * KIB;
/** Of each face that pages ask for at once, in bytes. */
const FACE_BUDGET = 25_000;
/** Bytes a server may send before it hears from the reader (RFC 6928): ten segments. What is longer takes 150 ms more on 4G. */
const FIRST_WINDOW = 10 * 1460;
/** The last of the embed loader's attempts is three seconds after the page. */
const WATCHED_FOR = 5000;

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional(), css: z.array(z.string()).optional() }),
);
const feedSchema = z.object({ items: z.array(z.object({ url: z.string() })).min(1) });

interface Named {
  /** Text of the scripts that stand in the page. */
  inline: string[];
  scripts: Set<string>;
  styles: Set<string>;
  /** Those of the style sheets that the first paint waits for. */
  blocking: Set<string>;
  faces: Set<string>;
  faults: string[];
}

const client = path.join(projectRoot(), CLIENT_FOLDER);
const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(client, '.vite', 'manifest.json'), 'utf8')));

/** Size of a built file as a gzip client gets it; `address` as in a page ("/assets/x.js"). */
function gzipBytes(address: string): number {
  return gzipSync(readFileSync(path.join(client, address)), { level: 9 }).length;
}

/** What the page names in its HTML, and what must not be there. */
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
  for (const file of later.split(' ').filter(Boolean)) (file.endsWith('.css') ? named.styles : named.scripts).add(file);
  if (named.scripts.size === 0) named.faults.push('the page names no script');
  if (named.styles.size === 0) named.faults.push('the page names no style sheet');
  if (named.faces.size === 0) named.faults.push('the page asks for no face at once');
  return named;
}

/** Adds what the named chunks import, which a browser fetches without being told. */
function addImports({ scripts }: Named): void {
  const byFile = new Map(Object.values(manifest).map((chunk) => [`/${chunk.file}`, chunk]));
  for (const script of scripts) {
    for (const name of byFile.get(script)?.imports ?? []) {
      const file = manifest[name]?.file;
      // Added to the set while it is gone through: imports of imports come too.
      if (file) scripts.add(`/${file}`);
    }
  }
}

/** Calls `look` with the page in a browser; what it asks for meanwhile is added to what is named. */
async function watchLoading(url: string, { scripts, styles, faults }: Named, look: (page: Page) => Promise<void>) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGUMENTS });
  try {
    const page = await browser.newPage();
    page.on('request', (request) => {
      const { pathname, origin } = new URL(request.url());
      const list = { script: scripts, stylesheet: styles }[request.resourceType()];
      if (!list) return;
      if (origin === new URL(url).origin) list.add(pathname);
      else faults.push(`${request.url()} comes from elsewhere`);
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

/** Leads the focus to a link, and waits for React. */
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

/** Whether each face that is asked for at once is small: a reader on slow 4G sees it soon. */
function reportFaces(faces: Set<string>): boolean {
  console.log('\nFaces asked for at once');
  const sizes = [...faces].map((file) => ({ file, bytes: readFileSync(path.join(client, file)).length }));
  for (const { file, bytes } of sizes) {
    const verdict = bytes > FACE_BUDGET ? ': OVER BUDGET' : '';
    console.log(`  ${kib(bytes).padStart(7)}  ${file}, of ${kib(FACE_BUDGET)} KiB${verdict}`);
  }
  return sizes.every(({ bytes }) => bytes <= FACE_BUDGET);
}

/** Whether what the first paint waits for, the page and its style sheets, each comes with the first round trip of a connection. */
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

/** Bytes of an answer as a browser gets it: its headers, and its body compressed. */
function bytesSent(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const { rawHeaders, statusCode } = answer;
      if (statusCode !== 200) reject(new Error(`${url} was answered with ${statusCode}`));
      // With each name and value two signs between and behind them; the line of the status; the empty line.
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

const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-size-'));
const server = await startOurServer(folder);
try {
  const feed = feedSchema.parse(await (await fetch(`${server.address}/feed.json`)).json());
  const { pathname } = new URL(feed.items[0]?.url ?? '');
  const answer = await fetch(server.address + pathname);
  if (answer.status !== 200) throw new Error(`${pathname} was answered with ${answer.status}`);
  const html = await answer.text();
  const untouched = readPage(html);
  addImports(untouched);
  await watchLoading(server.address + pathname, untouched, leaveUntouched);
  const touched = readPage(html);
  await watchLoading(server.address + pathname, touched, touch);
  console.log(`A reader's post page, ${pathname}`);
  const { inline } = untouched;
  const isMet = [
    report('JavaScript, untouched', { inline, files: untouched.scripts, budget: UNTOUCHED_BUDGET }),
    report('JavaScript, after the first touch', { inline, files: touched.scripts, budget: SCRIPT_BUDGET }),
    report('CSS', { inline: [], files: touched.styles, budget: STYLE_BUDGET }),
    reportFaces(untouched.faces),
    await reportFirstPaint(server.address, [pathname, ...untouched.blocking]),
  ].every(Boolean);
  const faults = new Set([...untouched.faults, ...touched.faults]);
  for (const fault of faults) console.error(`\n${fault}`);
  process.exitCode = isMet && faults.size === 0 ? 0 : 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
