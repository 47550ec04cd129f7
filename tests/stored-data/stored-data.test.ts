import 'fake-indexeddb/auto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openProfiles } from '#desktop/main/servers/profiles.ts';
import { openSqliteStore } from '#desktop/main/store/sqlite-store.ts';
import { createIndexedDbStore } from '#server/admin/browser/indexeddb-store.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { type ApiClient, createApiClient } from '#shared/api-client/client.ts';
import { chat } from '#shared/contract/ai.ts';
import { getPost } from '#shared/contract/posts/posts.ts';
import { createPost } from '#shared/contract/posts/posts-admin.ts';
import { login, SESSION_COOKIE } from '#shared/contract/session.ts';
import { OWNER } from '#tests/e2e/site/owner.ts';
import { type CopiedDatabase, restoreDatabase } from './indexeddb-copy.ts';
import type { CallsMadeOnce } from './make/write-posts.ts';
import { unpack, unpackText } from './packed-folder.ts';
import { readSite } from './read-site.ts';
import { readWorkspace } from './read-workspace.ts';

type Site = Awaited<ReturnType<typeof readSite>>;
type Workspace = Awaited<ReturnType<typeof readWorkspace>>;
/** The data as the program that made it read it. */
interface Expected {
  madeAt: number;
  once: CallsMadeOnce;
  site: Site;
  inApp: Workspace;
  inBrowser: Workspace;
}

const versions = readdirSync(import.meta.dirname).filter((name) => name.startsWith('of-'));

let folder = '';
let app: TestApp | null = null;
afterEach(async () => {
  await app?.close({ keepFolder: true });
  app = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Unpacks a part of a version's data, for one test. */
function dataOf(version: string, part: 'server' | 'app'): string {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-stored-'));
  unpack(path.join(import.meta.dirname, version, part), folder);
  return folder;
}

describe.each(versions)('data %s', (version) => {
  const packed = (name: string) => unpackText(path.join(import.meta.dirname, version, name));
  const expected = JSON.parse(packed('expected.json')) as Expected;

  /**
   * Starts today's server on a server folder of that version, a moment after the folder was left, with the owner signed
   * in.
   */
  async function openSite(): Promise<{ app: TestApp; client: ApiClient }> {
    const { madeAt, site } = expected;
    // Nothing answers at the provider's address.
    const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
    app = await createTestApp({ folder: dataOf(version, 'server'), now: madeAt, siteId: site.siteId, env });
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.http.server.address() as AddressInfo;
    let cookie = '';
    const client = createApiClient({
      async fetch(address, init) {
        const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie };
        const response = await fetch(`http://127.0.0.1:${port}${address}`, { ...init, headers });
        const given = response.headers.getSetCookie().find((each) => each.startsWith(`${SESSION_COOKIE}=`));
        cookie = given?.split(';', 1)[0] ?? cookie;
        return response;
      },
    });
    await client.call(login, { body: { email: OWNER.email, password: OWNER.password } });
    return { app, client };
  }

  test('a server has every post, revision, word and call it had, and the owner signs in with the same password', async () => {
    const { client } = await openSite();
    const site = await readSite(client);
    const { sessions, ...rest } = expected.site;
    expect(site).toMatchObject(rest);
    expect(site.sessions).toEqual(expect.arrayContaining(sessions));
  });

  test('what was done once is not done again: an old key gives its old answer', async () => {
    const { client } = await openSite();
    const { post, chat: asked } = expected.once;
    const again = await client.call(createPost, { body: post.body, headers: { 'idempotency-key': post.key } });
    expect(again.id).toBe(post.id);
    const answer = await client.call(chat, {
      body: { prompt: asked.prompt },
      headers: { 'idempotency-key': asked.key },
    });
    expect(answer.output).toBe(asked.output);
  });

  test('a former address leads to its post, and its picture is served', async () => {
    const { app: site, client } = await openSite();
    const moved = await site.http.inject('/post/plums');
    expect(moved.statusCode).toBe(301);
    expect(moved.headers.location).toMatch(/\/post\/plums-in-jars$/);
    const { featuredImage } = await client.call(getPost, { params: { slug: 'plums-in-jars' } });
    expect((await site.http.inject(String(featuredImage))).statusCode).toBe(200);
  });

  test('an app knows its server, and has every document and all that is not sent', async () => {
    const data = dataOf(version, 'app');
    const clock = { now: () => expected.madeAt };
    const profiles = openProfiles(data, clock);
    expect(profiles.setAside).toBe(null);
    const file = path.join(data, 'workspaces', `${profiles.current()?.workspace}.sqlite`);
    const { store, notice } = openSqliteStore({ file, clock });
    expect(notice).toBe(null);
    expect(await readWorkspace(store)).toMatchObject(expected.inApp);
    expect(expected.inApp.unsent.length).toBeGreaterThan(0);
    store.close();
  });

  test('a browser has every document and all that is not sent', async () => {
    await restoreDatabase(version, JSON.parse(packed('browser.json')) as CopiedDatabase);
    expect(await readWorkspace(createIndexedDbStore(version))).toMatchObject(expected.inBrowser);
    expect(expected.inBrowser.unsent.length).toBeGreaterThan(0);
  });
});
