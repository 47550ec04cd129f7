import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { z } from 'zod';
import { CLIENT_FOLDER, projectRoot } from '#server/paths.ts';
import { MODULES_NAME } from '#server/site/browser/start-script.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { BROWSER_ARGUMENTS, findBrowser } from './find-browser.ts';

// npm run size: what a reader's post page loads before any click, from the page the built server really sends, the
// build's manifest, and what a browser then asks for. Fails over the budgets below.

const KIB = 1024;
/** 100 is the aim; what the pages of tags, authors, the archive and series have added is to be won back. */
const SCRIPT_BUDGET = 104 * KIB;
const STYLE_BUDGET = 18 * KIB;
/** The last of the embed loader's attempts is three seconds after the page. */
const WATCHED_FOR = 5000;

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional(), css: z.array(z.string()).optional() }),
);
const feedSchema = z.object({ items: z.array(z.object({ url: z.string() })).min(1) });

interface Named {
  scripts: Set<string>;
  styles: Set<string>;
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
  const named: Named = { scripts: new Set(), styles: new Set(), faults: [] };
  for (const [tag] of html.matchAll(/<(?:script|link|meta)\b[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
    const [source, href, rel] = [attribute('src'), attribute('href'), attribute('rel')];
    if (tag.startsWith('<script') && source) {
      named.scripts.add(source);
      const waits = attribute('type') === 'module' || /\b(?:async|defer)\b/.test(tag);
      if (!waits) named.faults.push(`${source} blocks rendering`);
    }
    if (attribute('name') === MODULES_NAME)
      attribute('content')
        ?.split(' ')
        .forEach((module) => void named.scripts.add(module));
    if (rel === 'stylesheet' && href) named.styles.add(href);
  }
  if (named.scripts.size === 0) named.faults.push('the page names no script');
  if (named.styles.size === 0) named.faults.push('the page names no style sheet');
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

/** Adds what a browser asks for in five seconds, scrolled to the end, with nothing clicked. */
async function addWhatABrowserLoads(url: string, { scripts, styles, faults }: Named): Promise<void> {
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
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(WATCHED_FOR);
  } finally {
    await browser.close();
  }
}

function report(kind: string, files: Set<string>, budget: number): boolean {
  const sizes = [...files].map((file) => ({ file, bytes: gzipBytes(file) })).sort((a, b) => b.bytes - a.bytes);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const isMet = total <= budget;
  console.log(`\n${kind}, gzip`);
  for (const { file, bytes } of sizes) console.log(`  ${kib(bytes).padStart(7)}  ${file}`);
  console.log(`  ${kib(total).padStart(7)}  of ${kib(budget)} KiB${isMet ? '' : ': OVER BUDGET'}`);
  return isMet;
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
  const named = readPage(await answer.text());
  addImports(named);
  const inPage = named.scripts.size + named.styles.size;
  await addWhatABrowserLoads(server.address + pathname, named);
  const later = named.scripts.size + named.styles.size - inPage;
  console.log(
    `A reader's post page (${pathname}): ${inPage} files named by the page, ${later} more loaded by themselves.`,
  );
  const isMet = [report('JavaScript', named.scripts, SCRIPT_BUDGET), report('CSS', named.styles, STYLE_BUDGET)].every(
    Boolean,
  );
  for (const fault of named.faults) console.error(`\n${fault}`);
  process.exitCode = isMet && named.faults.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
