import { HtmlValidate } from 'html-validate';
import { shareOf } from '#tests/share.ts';
import { screens } from '../content/screens.ts';
import { expect, test } from '../site-test.ts';
import { signIn } from '../support/sign-in.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // The form in which React writes HTML: camel case, `open=""`, void elements that close themselves. All of it means
    // the same.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    // Files of our own origin need no checksum.
    'require-sri': 'off',
    // The width of a picture, and the part of it that matters, are data.
    'no-inline-style': 'error',
    // A post's headline is as long as its author made it.
    'long-title': 'off',
    // The text of a post has no `<section>`: its wide tables stand in a `<div role="region">` of the same meaning.
    'prefer-native-element': ['error', { exclude: ['region'] }],
  },
});

/** Returns the faults of a document, one per line. */
async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column, selector }) => `${ruleId} ${line}:${column} ${selector ?? ''}: ${message}`,
    ),
  );
}

for (const { name, path } of shareOf(screens, 12, 2)) {
  test(`${name}: the server's HTML is valid`, async ({ request }) => {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text();
    expect(await faultsOf(html)).toEqual([]);
  });
}

test('a post as its owner sees it is valid', async ({ context, site }) => {
  await signIn(context, site);
  const html = await (await context.request.get(`${site.url}/post/a-draft-nobody-sees`)).text();
  expect(html).toContain('/admin?edit=');
  expect(await faultsOf(html)).toEqual([]);
});

test('an answered contact form is valid', async ({ request }) => {
  const form = { name: 'Ada', email: 'ada@example.org', subject: '', message: ' ' };
  const answer = await request.post('/contact', { form, headers: { accept: 'text/html' } });
  expect(answer.status()).toBe(422);
  expect(await faultsOf(await answer.text())).toEqual([]);
});
