import { comfortsPost } from '../content/comforts-post.ts';
import { test as base, DESKTOP, expect, type Locator, type Page, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { openEnhanced } from '../support/events.ts';
import { longStep } from '../support/long-step.ts';
import { addressOf } from '../support/visit.ts';

// Extras that a reader can do without, each loaded at its first use. Nothing here waits for React.

const POST = `/post/${comfortsPost.slug}`;

const test = base.extend({ site: async ({ newSite }, use) => use(await newSite([comfortsPost])) });

const pictures = (page: Page) => page.locator('.prose a.post-picture');
const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Pictures' });

async function showsPictures(page: Page): Promise<void> {
  await openEnhanced(page, POST);
  await pictures(page).first().click();
  await expect(lightbox(page)).toBeVisible();
  await expect(lightbox(page).getByText('1 of 2', { exact: true })).toBeVisible();
  await expect(lightbox(page).getByRole('img', { name: 'A sheet in nine squares' })).toBeVisible();
  await expect(lightbox(page).getByText('Nine squares, one of them folded twice.')).toBeVisible();
  for (const [key, name] of [
    ['ArrowRight', 'A boat of paper'],
    ['ArrowRight', 'A sheet in nine squares'],
    ['End', 'A boat of paper'],
    ['Home', 'A sheet in nine squares'],
    ['ArrowLeft', 'A boat of paper'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(lightbox(page).getByRole('img')).toHaveAccessibleName(name);
  }
  await lightbox(page).getByRole('button', { name: 'Next picture' }).click();
  await expect(lightbox(page).getByText('1 of 2', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toBeHidden();
  await expect(pictures(page).first()).toBeFocused();
}

async function leavesOtherClicks(page: Page): Promise<void> {
  const opened = () => page.context().waitForEvent('page');
  const [tab] = await Promise.all([
    opened(),
    pictures(page)
      .first()
      .click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expect.poll(() => tab.url()).toContain('/uploads/');
  await tab.close();
  await page.bringToFront();
  const [album] = await Promise.all([opened(), pictures(page).last().click()]);
  await album.close();
  await expect(lightbox(page)).toHaveCount(0);
}

async function copiesCode(page: Page): Promise<void> {
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const block = page.locator('.prose pre');
  await expect(block).toHaveAttribute('data-language', 'TypeScript');
  await block.hover();
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  expect(await copied()).toBe(
    "const guests: string[] = invite('the whole street, and whoever happens to be passing by with an empty stomach, and a dog');\nseat(guests);",
  );
  const wrap = block.getByRole('button', { name: 'Wrap lines' });
  expect(await block.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true);
  await wrap.click();
  await expect(wrap).toHaveAttribute('aria-pressed', 'true');
  expect(await block.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(false);

  await page.getByRole('link', { name: 'Link to “Code”' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toHaveCount(1);
  expect(new URL(await copied()).hash).toBe('#text-code');
  expect(addressOf(page)).toBe(`${POST}#text-code`);
}

async function showsNotes(page: Page): Promise<void> {
  const reference = page.locator('[data-footnote-ref]').first();
  const note = page.getByRole('dialog', { name: 'Footnote 1' });
  const before = addressOf(page);
  await reference.press('Enter');
  await expect(note).toBeVisible();
  await expect(note).toBeFocused();
  await expect(note).toContainText('At least twelve hours, says the baker.');
  expect(addressOf(page)).toBe(before);
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await expect(reference).toBeFocused();
  await page.locator('[data-footnote-ref]').last().hover();
  await expect(page.getByRole('dialog', { name: 'Footnote 2' })).toContainText('Ten grams.');
  await page.mouse.move(5, 5);
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function goesOutOfTheWay(page: Page): Promise<void> {
  await openEnhanced(page, POST);
  const header = page.getByRole('banner');
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 900);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -100);
  await expect(header).toBeInViewport();
  await page.mouse.wheel(0, 300);
  await expect(header).not.toBeInViewport();
  await page.locator('#header-search').focus();
  await expect(header).toBeInViewport();
}

async function remembersThePlace(page: Page): Promise<void> {
  const offer = page.getByRole('button', { name: 'Continue where you were' });
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 50);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  const places = () => page.evaluate(() => localStorage.getItem('reading-places') ?? '');
  await expect.poll(places).toContain(comfortsPost.slug);
  // The position is read when the page is left, because a turn of the wheel takes effect at its own time.
  await page.evaluate(() => addEventListener('pagehide', () => sessionStorage.setItem('left', String(scrollY))));

  await page.goto('about:blank');
  await openEnhanced(page, POST);
  await offer.click();
  await expect(offer).toHaveCount(0);
  const moved = await page.evaluate(() => Math.abs(scrollY - Number(sessionStorage.getItem('left'))));
  expect(moved).toBeLessThan(20);

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(places).toBe('[]');
}

async function suggests(page: Page): Promise<void> {
  await openEnhanced(page, '/about');
  const field = page.locator('#header-search');
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(field).toHaveRole('combobox');
  await field.pressSequentially('street');
  const options = page.getByRole('option');
  await expect(options).toHaveText([comfortsPost.title]);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(await faultsInPassing(page, [DESKTOP])).toEqual([]);
  await field.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '');
  await field.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue('street');
  await field.press('ArrowDown');
  await expect(options).toHaveCount(1);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page).toHaveURL(POST);
}

// One site, and where possible one visit, for all of them.
test('a post has its comforts', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await test.step('a picture is shown large, with its words, and gives the focus back', () => showsPictures(page));
  await longStep('clicks for a new tab, and pictures that lead to a page, are the browser’s', () =>
    leavesOtherClicks(page),
  );
  await test.step('a block of code names its language, is copied and wrapped; the link of a heading is copied too', () =>
    copiesCode(page));
  await test.step('a footnote is shown beside its reference, by a press or by the pointer, and Escape closes it', () =>
    showsNotes(page));
  await test.step('the header goes while one scrolls down, and comes back on the way up and for the focus', () =>
    goesOutOfTheWay(page));
  await test.step('a post left in its middle is offered from there', () => remembersThePlace(page));
  await test.step('suggestions follow what is typed until they are left, and the keyboard chooses one', () =>
    suggests(page));

  await longStep('suggestions leave Enter in the field to the search', async () => {
    await openEnhanced(page, '/about');
    await page.locator('#header-search').fill('street');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.locator('#header-search').press('Enter');
    await expect(page).toHaveURL('/search?q=street');
    await expect(page.getByRole('listbox', { name: 'Posts' })).toHaveCount(0);
  });

  await longStep('on a phone the slash leads to the search page, where no field is in sight', async () => {
    await page.setViewportSize(PHONE);
    await openEnhanced(page, '/about');
    await page.keyboard.press('/');
    await expect(page).toHaveURL('/search#page-search');
    await expect(page.locator('#page-search')).toBeFocused();
  });

  await test.step('on a phone suggestions begin where the field begins', async () => {
    await page.setViewportSize(PHONE);
    await openEnhanced(page, '/search');
    const field = page.locator('#page-search');
    await field.fill('street');
    await expect(page.getByRole('option')).toHaveCount(1);
    const left = async (box: Locator) => (await box.boundingBox())?.x;
    expect(await left(page.getByRole('listbox', { name: 'Posts' }))).toBe(await left(field));
  });
});

test('the lightbox is whole for axe in every theme and at both widths', { tag: '@long' }, async ({ page }) => {
  await openEnhanced(page, POST);
  await pictures(page).first().click();
  await expect(lightbox(page)).toBeVisible();
  expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
});

test.describe('without JavaScript', { tag: '@long' }, () => {
  test.use({ javaScriptEnabled: false });

  test('pictures, notes and headings are links, and nothing stands there that does nothing', async ({ page }) => {
    await page.goto(POST);
    await expect(pictures(page).first()).toHaveAttribute('href', /\/uploads\//);
    await page.locator('[data-footnote-ref]').first().click();
    expect(addressOf(page)).toBe(`${POST}#text-fn-1`);
    await expect(page.locator('.prose').getByRole('button')).toHaveCount(0);
  });
});
