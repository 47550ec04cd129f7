import { afterEach, expect, test } from 'vitest';
import { PIPELINE_VERSION } from '#shared/content/pipeline-version.ts';
import { updateSettings } from '#shared/contract/settings.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask } from '../test-call.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

/** The data folder of an older app, whose posts have HTML of another pipeline version. */
async function olderFolder(contents: string[], { second }: { second?: string } = {}): Promise<string> {
  const older = await createTestApp({ posts: contents.map((content, index) => ({ slug: `post-${index}`, content })) });
  const old = { html: '<p>as it was</p>', html_version: PIPELINE_VERSION - 1, embeds: '[]', body: '' };
  await older.database.db.updateTable('blog_posts').set(old).execute();
  if (second) await older.database.db.updateTable('blog_posts').set({ content: second }).where('id', '=', 2).execute();
  await older.close({ keepFolder: true });
  return older.folder;
}
const posts = (from: TestApp) => from.database.db.selectFrom('blog_posts').selectAll().orderBy('id').execute();
const isDone = async (from: TestApp, count: number) =>
  (await posts(from)).filter((post) => post.html_version === PIPELINE_VERSION).length === count;

test('posts that another version rendered are rendered anew behind the readers’ backs, and their pages change', async () => {
  app = await createTestApp({
    folder: await olderFolder(Array.from({ length: 25 }, (_, index) => `A new text ${index}`)),
  });
  const running = app;
  await expect.poll(() => isDone(running, 25)).toBe(true);
  expect((await app.http.inject('/post/post-3')).body).toContain('<p>A new text 3</p>');
  const [post] = await posts(app);
  expect(post).toMatchObject({ version: 1, updated_at: '2025-06-01T12:00:00.000Z', body: 'A new text 0' });
});

test('what is found by it counts: words for the search, hosts for the policy', async () => {
  app = await createTestApp({ folder: await olderFolder(['Rhubarb\n\nhttps://vimeo.com/76979871']) });
  const running = app;
  await expect.poll(() => isDone(running, 1)).toBe(true);
  expect((await app.http.inject('/api/search?q=rhubarb')).json()).toHaveLength(1);
  await expect
    .poll(async () => (await running.http.inject('/')).headers['content-security-policy'])
    .toContain('player.vimeo.com');
});

test('a post that cannot be rendered keeps the HTML it has, is named in the log, and holds up no other', async () => {
  const lines: string[] = [];
  app = await createTestApp({
    folder: await olderFolder(['First', 'Second', 'Third'], { second: 'a'.repeat(1_000_001) }),
    logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } },
  });
  const running = app;
  await expect.poll(() => isDone(running, 2)).toBe(true);
  expect((await posts(app)).map((post) => post.html)).toEqual(['<p>First</p>', '<p>as it was</p>', '<p>Third</p>']);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ postId: 2, msg: 'a post could not be rendered anew' });
});

test('a server that stops in the middle of it stops, and goes on at its next start', async () => {
  const folder = await olderFolder(Array.from({ length: 60 }, (_, index) => `Text ${index}`));
  const first = await createTestApp({ folder });
  await first.close({ keepFolder: true });
  app = await createTestApp({ folder });
  const running = app;
  await expect.poll(() => isDone(running, 60)).toBe(true);
});

test('a change of how posts are shown renders all of them anew, and their pages change; back, and all is as it was', async () => {
  app = await createTestApp({
    posts: Array.from({ length: 25 }, (_, index) => ({ slug: `post-${index}`, content: `A **bold** text ${index}` })),
  });
  const running = app;
  const cookie = await app.signIn();
  const [before] = await posts(app);
  const page = async () => (await running.http.inject('/post/post-3')).body;
  expect(await page()).toContain('<p>A bold text 3</p>');
  const set = (postEmphasis: 'show' | 'remove') =>
    ask(running.http, updateSettings, { body: { postEmphasis }, cookie });
  expect((await set('show')).body).toMatchObject({ postEmphasis: 'show', postPictures: 'small' });
  await expect.poll(page).toContain('<p>A <strong>bold</strong> text 3</p>');
  await running.post({ slug: 'later', content: '*New*' });
  await set('remove');
  await expect.poll(() => isDone(running, 26)).toBe(true);
  expect(await page()).toContain('<p>A bold text 3</p>');
  expect((await posts(app))[0]).toEqual(before);
});
