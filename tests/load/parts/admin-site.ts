import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { insertPost } from '#server/repositories/posts/post-writes.ts';
import { SESSION_SECRET } from '#tests/e2e/site/start-site.ts';
import { signIn } from '#tests/e2e/support/sign-in.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../../scripts/find-browser.ts';
import { dataFolderWith } from '../data-folder.ts';
import { createPostMaker } from '../make-posts.ts';
import { startOurServer } from '../our-server.ts';
import { ownerOf } from '../owner-of.ts';

export const POSTS = 10_000;
export const LONG_POST_WORDS = 10_000;
export const LONGEST_POST_WORDS = 50_000;
/** The generated posts have about 300 words each. */
const PARTS = 36;

export interface AdminSite {
  address: string;
  /** The numbers of the posts with 10,000 and 50,000 words. */
  longPost: number;
  longestPost: number;
  /** Opens a window of a separate Chromium, signed in as the owner. */
  openBrowser(extraArguments?: readonly string[]): Promise<{ page: Page; close(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Starts our server with 10,000 posts and a very long one, on a copy of the folder that the other parts measure. */
export async function startAdminSite(): Promise<AdminSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ninefold-bench-admin-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  try {
    await cp(await dataFolderWith(POSTS), folder, { recursive: true });
    const longPost = await storeLongPost(folder, PARTS);
    const longestPost = await storeLongPost(folder, (PARTS * LONGEST_POST_WORDS) / LONG_POST_WORDS);
    await ownerOf(folder);
    const server = await startOurServer(folder, { SESSION_SECRET });
    const { address } = server;
    return {
      address,
      longPost,
      longestPost,
      async openBrowser(extraArguments = []) {
        const browser: Browser = await chromium.launch({
          executablePath: findBrowser(),
          args: [...BROWSER_ARGUMENTS, ...extraArguments],
        });
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: address });
        await signIn(context, { url: address, dataFolder: folder });
        return { page: await context.newPage(), close: () => browser.close() };
      },
      stop: () => server.stop().then(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function storeLongPost(folder: string, length: number): Promise<number> {
  const make = createPostMaker({ categories: 1, pictures: [] });
  const parts = Array.from({ length }, (_, index) => make(POSTS + length + index));
  const [first] = parts;
  if (!first) throw new Error('There is no part of the long post');
  const joined = (field: 'content' | 'html' | 'text') => parts.map((part) => part[field]).join('\n\n');
  const database = openDatabase(path.join(folder, DATABASE_FILE));
  try {
    const { id } = await insertPost(
      database.db,
      { ...first, title: 'A very long post', content: joined('content'), html: joined('html'), text: joined('text') },
      Date.now(),
    );
    return id;
  } finally {
    await database.close();
  }
}
