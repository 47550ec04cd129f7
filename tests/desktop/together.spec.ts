import { chromium, type Page } from 'playwright';
import { content, contentText, expectContent } from '#tests/e2e/support/content-field.ts';
import { signIn as signInBrowser } from '#tests/e2e/support/sign-in.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.ts';
import { connectAndSignIn, expect, test } from './desktop-test.ts';

/** Types at the end of the text, as the owner does. */
async function typeAtEnd(page: Page, text: string): Promise<void> {
  await content(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

test('two apps and a browser write the same draft, one of them offline, and end with the same words', {
  tag: '@long',
}, async ({ start, newComputer, network, newNetwork, site, faults }) => {
  faults.allow(/status of 401/);
  faults.allow(/Failed to load resource/);
  const first = await connectAndSignIn(await start(), network.url);
  const secondNetwork = await newNetwork();
  const second = await connectAndSignIn(await start({ folder: await newComputer() }), secondNetwork.url);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGUMENTS });
  try {
    const context = await browser.newContext();
    await signInBrowser(context, site);
    const third = await context.newPage();
    faults.watch(third);
    const address = '/admin?edit=2';
    await third.goto(site.url + address);
    const pages = [first, second, third];
    for (const page of [first, second]) await page.goto(new URL(address, page.url()).href);
    for (const page of pages) await expectContent(page, 'Words that wait.');

    await typeAtEnd(first, ' one-typed');
    for (const page of pages) await expectContent(page, /one-typed/);

    secondNetwork.cut();
    await typeAtEnd(second, ' two-offline');
    await typeAtEnd(third, ' three-typed');
    await typeAtEnd(first, ' one-again');
    await expectContent(first, /three-typed/);
    await expectContent(second, /three-typed/, { not: true });
    await expectContent(third, /two-offline/, { not: true });

    secondNetwork.mend();
    const words = ['Words that wait.', 'one-typed', 'two-offline', 'three-typed', 'one-again'];
    for (const page of pages) {
      for (const word of words) await expectContent(page, new RegExp(word));
    }
    const texts = await Promise.all(pages.map((page) => contentText(page)));
    expect(new Set(texts).size).toBe(1);
  } finally {
    await browser.close();
  }
});
