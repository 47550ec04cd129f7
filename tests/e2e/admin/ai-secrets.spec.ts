import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { chat, generateImage, getAiUsage, testAiLimits } from '#shared/contract/ai.ts';
import { type BuiltServer, PROVIDER_KEY, startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { type AiStub, startAiStub } from '#tests/ai-stub/stub-server.ts';
import { expect, test } from '../site-test.ts';

// The provider's key and address belong to the server alone: everything that leaves the server is searched for them.

let stub: AiStub;
let server: BuiltServer;
test.beforeAll(async () => {
  stub = await startAiStub();
  server = await startBuiltServer(stub.baseUrl, { LOG_LEVEL: 'trace' });
});
test.afterAll(async () => {
  await server?.remove();
  await stub?.close();
});

const PAGES = [
  ...[
    '/',
    '/admin',
    '/admin/login',
    '/contact',
    '/search?q=a',
    '/no-such-page',
    '/robots.txt',
    '/sitemap.xml',
    '/rss.xml',
  ],
  ...['/healthz', '/readyz', '/metrics', '/manifest.webmanifest', '/api/openapi.json', '/api/meta', '/api/auth/me'],
  ...['/api/ai/usage', '/api/ai/providers', '/api/prompt-templates', '/api/posts', '/api/images', '/api/no-such-call'],
];

/** Returns every page and answer, and every script and style that any of them leads to, by address. */
async function everythingServed(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [...PAGES];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (found.has(address)) continue;
    const text = await (await server.fetch(address)).text();
    found.set(address, text);
    // Pages name files by the whole path, bundles by the path below the site or beside the file that asks.
    for (const [, name = ''] of text.matchAll(/(?:assets\/|\.\/)([\w.-]{1,100}\.(?:js|css))\b/g)) {
      waiting.push(`/assets/${name}`);
    }
  }
  return found;
}

test('key and address of the provider are in no page, bundle, answer, error, log or table', async () => {
  const { client } = server;
  const answers: string[] = [];
  const note = async (call: Promise<unknown>) => {
    answers.push(
      await call.then(
        (answer) => JSON.stringify(answer),
        (error: unknown) => `${String(error)} ${JSON.stringify(error)}`,
      ),
    );
  };
  const prompt = 'Say something.';
  const picture = { title: 'A title', excerpt: 'An excerpt', targetMarket: '', customPrompt: '' };
  await note(client.call(chat, { body: { prompt }, headers: { 'idempotency-key': 'secrets-1' } }));
  // These faults repeat the key, as providers do.
  for (const fault of ['unauthorized', 'forbidden'] as const) {
    stub.plan(fault);
    await note(client.call(chat, { body: { prompt }, headers: { 'idempotency-key': `secrets-${fault}` } }));
    stub.plan(fault);
    await note(client.call(generateImage, { body: picture }));
  }
  await note(client.call(testAiLimits, {}));
  await note(client.call(getAiUsage, {}));
  expect(answers.filter((answer) => /refused|no access/.test(answer))).toHaveLength(4);

  const served = await everythingServed();
  expect([...served.keys()].filter((address) => address.startsWith('/assets/')).length).toBeGreaterThan(10);
  const looked = new Map(served);
  for (const [index, answer] of answers.entries()) looked.set(`answer ${index + 1}`, answer);
  for (const file of await readdir(server.dataFolder)) {
    // The files of the database are searched as they lie on the disk.
    if (/\.(log|db|sqlite|db-wal|sqlite-wal)$/.test(file)) {
      looked.set(file, await readFile(path.join(server.dataFolder, file), 'latin1'));
    }
  }
  expect(looked.get('server.log')).toContain('AI call');
  const secrets = [PROVIDER_KEY, stub.baseUrl, new URL(stub.address).host];
  const leaks = [...looked].filter(([, text]) => secrets.some((secret) => text.includes(secret)));
  expect(leaks.map(([where]) => where)).toEqual([]);
});
