import { PHONE } from '../site-test.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, type Page, test } from './admin-test.ts';
import { button, content, expectContent, fillContent, goTo } from './editor-steps.ts';

/** Opens a new post on the owner's phone. */
async function onPhone(page: Page): Promise<Page> {
  await page.goto('/admin#new');
  await expect(content(page)).toBeEditable();
  return page;
}

test('a finger writes: it puts the cursor, marks words by the toolbar and links them', { tag: '@long' }, async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, viewport: PHONE, hasTouch: true, isMobile: true });
  await signIn(context, site);
  const page = await onPhone(await context.newPage());
  try {
    await content(page).tap();
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('Folded paper');

    await test.step('a tap on a word puts the cursor there, a button of the toolbar marks it', async () => {
      await content(page)
        .getByText('Folded paper')
        .tap({ position: { x: 12, y: 8 } });
      await button(page, 'Bold').tap();
      await expectContent(page, '**Folded** paper');
      await expect(content(page)).toBeFocused();
      await button(page, 'Bulleted list').tap();
      await expectContent(page, '- **Folded** paper');
    });

    await test.step('the link panel takes its words and gives the focus back', async () => {
      await goTo(page, 13, 18);
      await button(page, 'Add Hyperlinks').tap();
      const url = page.getByLabel('URL', { exact: true });
      await url.fill('https://example.com/a');
      await button(page, 'Add Link').tap();
      await expectContent(page, '- **Folded** [paper](https://example.com/a)');
      await expect(content(page)).toBeFocused();
    });
  } finally {
    await context.close();
  }
});

test('letters that are composed, as a phone’s keyboard does it, arrive once, and nothing is marked up in between', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await fillContent(page, 'Tea: ');
  await goTo(page, 5);
  const keyboard = await page.context().newCDPSession(page);
  for (const text of ['に', 'にほ', 'にほん']) {
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await expectContent(page, `Tea: ${text}`);
  }
  await keyboard.send('Input.insertText', { text: '日本' });
  await expectContent(page, 'Tea: 日本');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- a');
  await expectContent(page, 'Tea: 日本\n- a');
  await page.keyboard.press('Control+z');
  await expectContent(page, /^Tea: 日本/);
  await keyboard.detach();
});
