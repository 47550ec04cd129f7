import { beforeEach, expect, test } from 'vitest';
import { getMeta } from '#shared/contract/meta.ts';
import { listPromptTemplates, resetPromptTemplate, updatePromptTemplate } from '#shared/contract/prompts.ts';
import { getSettings, updateSettings } from '#shared/contract/settings.ts';
import { shippedIds, shippedNumbers } from '#shared/workflow/testing/step-at.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { seedContent } from '../db/seed-content/index.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
let cookie: string;
const env = { SITE_NAME: 'Nine', CONTACT_SUPPORT_EMAIL: 'help@example.org' };
sharedByFile(
  async () => {
    app = await createTestApp({ env });
    cookie = await app.signIn();
  },
  () => app.close(),
);
/** The owner has set nothing, and no prompt is stored. */
beforeEach(() => {
  app.database.sqlite.exec("delete from settings where key = 'site'; delete from prompt_templates");
  app.cache.invalidate();
});

const page = async (url: string) => (await app.http.inject(url)).body;

test('what the owner has not set follows the configuration', async () => {
  expect((await ask(app.http, getSettings, { cookie })).body).toMatchObject({
    siteName: 'Nine',
    contact: { support: 'help@example.org', partnerships: 'partnerships@example.com' },
  });
});

test('a change shows everywhere at once, and what was not named stays', async () => {
  const pages = ['/', '/contact', '/rss.xml', '/manifest.webmanifest'];
  for (const url of pages) await page(url);
  const { body } = await ask(app.http, updateSettings, {
    body: { siteName: 'Ten & Co', tagline: 'One more.' },
    cookie,
  });
  expect(body).toMatchObject({ siteName: 'Ten & Co', tagline: 'One more.', contact: { support: 'help@example.org' } });
  expect((await ask(app.http, getSettings, { cookie })).body).toEqual(body);
  for (const url of pages) expect(await page(url)).toMatch(/Ten (&|&amp;|&#x26;|&#38;) Co/);
  expect(await page('/rss.xml')).toContain('One more.');
  expect((await ask(app.http, getMeta)).body.siteName).toBe('Ten & Co');
  await ask(app.http, updateSettings, { body: { siteName: 'Eleven' }, cookie });
  expect((await ask(app.http, getSettings, { cookie })).body.tagline).toBe('One more.');
});

test('an empty contact address is none; the others stay', async () => {
  await ask(app.http, updateSettings, { body: { contact: { support: 'a@example.org' } }, cookie });
  const { body } = await ask(app.http, updateSettings, { body: { contact: { partnerships: '' } }, cookie });
  expect(body.contact).toEqual({ support: 'a@example.org', partnerships: '', submissions: 'submissions@example.com' });
  expect(await page('/contact')).toContain('a@example.org');
});

test('settings survive a restart', async () => {
  await ask(app.http, updateSettings, { body: { siteName: 'Ten' }, cookie });
  await app.close({ keepFolder: true });
  app = await createTestApp({ env, folder: app.folder });
  expect(await page('/')).toContain('Ten');
});

test.each([[{ siteName: '  ' }], [{ siteName: 'a\nb' }], [{ tagline: 5 }], [{ contact: { support: 'nobody' } }]])(
  '%o is refused and changes nothing',
  async (body) => {
    const before = (await ask(app.http, getSettings, { cookie })).body;
    expect((await refused(app.http, updateSettings, { body, cookie })).code).toBe('invalid_input');
    expect((await ask(app.http, getSettings, { cookie })).body).toEqual(before);
  },
);

const shipped = (stepNumber: number) => ({ ...seedContent.promptTemplates[stepNumber - 1], stepNumber });

async function seedPrompts() {
  const at = new Date(app.clock.now()).toISOString();
  const made = { created_at: at, updated_at: at };
  const rows = seedContent.promptTemplates.map((template) => ({ ...template, ...made }));
  await app.database.db.insertInto('prompt_templates').values(rows).execute();
}

test('the prompts come in their order, as they are shipped', async () => {
  await seedPrompts();
  const { body } = await ask(app.http, listPromptTemplates, { cookie });
  expect(body).toEqual(shippedNumbers.map((stepNumber) => ({ ...shipped(stepNumber), isDefault: true, version: 0 })));
});

test('a prompt can be changed and brought back', async () => {
  await seedPrompts();
  const params = { stepNumber: 3 };
  const prompt = '  Think of {{targetMarket}} and $& \n';
  const { body } = await ask(app.http, updatePromptTemplate, { params, body: { prompt }, cookie });
  expect(body).toEqual({ ...shipped(3), prompt, isDefault: false, version: 1 });
  const { body: reset } = await ask(app.http, resetPromptTemplate, { params, cookie });
  expect(reset).toEqual({ ...shipped(3), isDefault: true, version: 2 });
  expect((await ask(app.http, listPromptTemplates, { cookie })).body[2]).toEqual(reset);
});

test.each([
  ['{{targetMraket}}', /^{{targetMraket}} is not a placeholder. Did you mean {{targetMarket}}\?/],
  ['{{keywords}}', /^{{keywords}} is what step 6 writes, and this is step 3./],
  ['{{targetMarket}', /^A “{{” is not closed/],
])('a prompt with %s is refused with the right name, and nothing is stored', async (prompt, words) => {
  await seedPrompts();
  const call = { params: { stepNumber: 3 }, body: { prompt }, cookie };
  const { code, message, issues } = await refused(app.http, updatePromptTemplate, call);
  expect([code, issues]).toEqual(['invalid_input', [{ path: 'prompt', message }]]);
  expect(message).toMatch(words);
  const { body } = await ask(app.http, listPromptTemplates, { cookie });
  expect(body[2]?.isDefault).toBe(true);
});

test('two braces behind a backslash are text', async () => {
  await seedPrompts();
  const prompt = 'Write \\{{name}} for {{targetMarket}}';
  const { body } = await ask(app.http, updatePromptTemplate, { params: { stepNumber: 3 }, body: { prompt }, cookie });
  expect(body.prompt).toBe(prompt);
});

test('there are steps from 1 to the last, and a prompt is not blank', async () => {
  await seedPrompts();
  for (const [stepNumber, code] of [
    ['0', 'invalid_input'],
    [String(shippedIds.length + 1), 'not_found'],
    ['1.0', 'invalid_input'],
    ['keywords', 'invalid_input'],
  ] as const) {
    expect((await refused(app.http, resetPromptTemplate, { params: { stepNumber }, cookie })).code).toBe(code);
  }
  const blank = { params: { stepNumber: 1 }, body: { prompt: ' \n' }, cookie };
  expect((await refused(app.http, updatePromptTemplate, blank)).code).toBe('invalid_input');
});

test('the prompt of a step that is not in the list stays stored and is left out', async () => {
  await seedPrompts();
  const [first] = seedContent.promptTemplates;
  const newer = { ...first, step: 'fact-check', title: 'Fact Check', prompt: 'Check the facts.' };
  await app.database.db
    .insertInto('prompt_templates')
    .values({ ...newer, created_at: '', updated_at: '' })
    .execute();
  const { body } = await ask(app.http, listPromptTemplates, { cookie });
  expect(body.map(({ step }) => step)).toEqual(shippedIds);
  const stored = await app.database.db.selectFrom('prompt_templates').select('step').execute();
  expect(stored).toHaveLength(shippedIds.length + 1);
});

test('a step without a stored template is not found', async () => {
  const call = { params: { stepNumber: 1 }, cookie };
  expect((await refused(app.http, resetPromptTemplate, call)).code).toBe('not_found');
});

test('what the owner has still to fill in of the terms is named', async () => {
  const { body } = await ask(app.http, getSettings, { cookie });
  expect(body.termsPlaceholders).toEqual(['[Your State/Country]', '[Your Jurisdiction]']);
});
