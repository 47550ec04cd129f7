import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import 'fake-indexeddb/auto';
import Database from 'better-sqlite3';
import { type Browser, chromium } from 'playwright';
import { openSqliteStore } from '#desktop/main/store/sqlite-store.ts';
import { createIndexedDbStore } from '#server/admin/browser/indexeddb-store.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { dataFolder } from '#tests/desktop/desktop-app.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../../scripts/find-browser.ts';
import { copyDatabase, restoreDatabase } from '../indexeddb-copy.ts';
import { pack, packText } from '../packed-folder.ts';
import { readSite } from '../read-site.ts';
import { readWorkspace } from '../read-workspace.ts';
import { writeInApp } from './write-in-app.ts';
import { writeInBrowser } from './write-in-browser.ts';
import { writePosts } from './write-posts.ts';

/**
 * Makes the data that the program of this checkout leaves: a server's folder, a desktop app's data and a browser's
 * database, packed into the folder named on the command line, together with the values they contain.
 */
const [, , target] = process.argv;
if (!target) throw new Error('Name the folder to make, such as tests/stored-data/of-1.0.0');

const work = mkdtempSync(path.join(tmpdir(), 'ninefold-stored-'));
const stub = await startAiStub();
const server = await startBuiltServer(stub.baseUrl);
let browser: Browser | null = null;
try {
  const once = await writePosts(server.client);
  browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGUMENTS });
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ ...server.session, url: server.address }]);
  const page = await writeInBrowser(context, stub);
  const copy = await page.evaluate(copyDatabase, 'ninefold-workspace');
  await restoreDatabase('copied', copy);
  const inBrowser = await readWorkspace(createIndexedDbStore('copied'));
  await writeInApp(work, server.address);
  const site = await readSite(server.client);
  const madeAt = Date.now();
  await server.terminate();

  const app = dataFolder(work);
  const [workspace = ''] = readdirSync(path.join(app, 'workspaces')).filter((file) => file.endsWith('.sqlite'));
  const { store } = openSqliteStore({ file: path.join(app, 'workspaces', workspace), clock: systemClock });
  const inApp = await readWorkspace(store);
  store.close();

  packParts(server.dataFolder, path.join(target, 'server'), [/^ninefold\.db$/, /^(uploads|originals)\//]);
  packParts(app, path.join(target, 'app'), [/^servers\.json$/, /^(workspaces|answers)\/[^/]+\.sqlite$/]);
  packText(JSON.stringify(copy), path.join(target, 'browser.json'));
  packText(JSON.stringify({ madeAt, once, site, inApp, inBrowser }, null, 1), path.join(target, 'expected.json'));
} finally {
  await browser?.close();
  await server.remove();
  await stub.close();
  rmSync(work, { recursive: true, force: true });
}

/** Packs the files of a folder whose paths match; databases without their logs and empty pages. */
function packParts(from: string, to: string, wanted: readonly RegExp[]): void {
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)))
    .filter((file) => wanted.some((pattern) => pattern.test(file)));
  for (const file of files.filter((each) => /\.(db|sqlite)$/.test(each))) {
    const sqlite = new Database(path.join(from, file));
    sqlite.pragma('wal_checkpoint(truncate)');
    sqlite.exec('vacuum');
    sqlite.close();
  }
  pack(from, to, files);
}
