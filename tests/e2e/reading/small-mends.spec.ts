import sharp from 'sharp';
import { bare, everything, foreignPicture, longTitle, ownMeta } from '../content/special-posts.ts';
import { expect, type Locator, PHONE, test } from '../site-test.ts';
import { section } from '../support/post-sections.ts';

/** The part of A4 that a printer can print on, in CSS pixels. */
const PAPER = { width: 700, height: 1000 };
const GROUND = 'rgb(243, 240, 233)';
/** `--visited` in the light theme. */
const VISITED = [0x6a, 0x45, 0x83];

const styleOf = (element: Locator, property: string) =>
  element.evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property);

/** Gives a picture this address and returns its background: with a `srcset`, nothing is requested again. */
async function groundOf(picture: Locator, address: string): Promise<string> {
  await picture.evaluate((image, src) => image.setAttribute('src', src), address);
  return styleOf(picture, 'background-color');
}

/**
 * Returns the number of pixels of an element that have one colour: no script is told the computed colour of a visited
 * link.
 */
async function dotsOf(element: Locator, colour: readonly number[]): Promise<number> {
  const { data, info } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (colour.every((part, index) => data[at + index] === part)) count += 1;
  }
  return count;
}

/** Returns the words in cells that are broken over more than one line. Runs in the page. */
function brokenWords(cells: Element[]): string[] {
  return cells.flatMap((cell) => {
    const text = cell.firstChild;
    if (!(text instanceof Text)) throw new Error('A cell holds no text');
    return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });
}

test('on paper stands what there is to read, and nothing that is pressed or typed into', async ({ page, open }) => {
  for (const path of ['/', '/category/technology', '/search?q=workbench', '/archive', '/contact', '/follow']) {
    await page.emulateMedia({ media: null });
    await open(path);
    const pressed = page
      .getByRole('main')
      .locator('button, input, select, textarea, .button, .chip:not(.archive-year *)');
    // The archive has no such control.
    if (path !== '/archive') await expect(pressed.locator('visible=true').first(), path).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(pressed.locator('visible=true'), path).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByRole('contentinfo').getByText(new URL(path, page.url()).href), path).toBeVisible();
  }
  await open('/archive');
  await page.emulateMedia({ media: 'print' });
  const month = page.locator('.archive-year .chip').first();
  await expect(month).toBeVisible();
  await expect(month).toHaveCSS('border-top-width', '0px');
});

test('forced colours show the ring of an author without a picture', async ({ page, open }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(`/post/${bare.slug}`);
  const initials = page.locator('.post-meta [aria-hidden]').first();
  const [border, ground, words] = await Promise.all(
    ['border-top-color', 'background-color', 'color'].map((property) => styleOf(initials, property)),
  );
  expect(border).not.toBe(ground);
  expect(words).not.toBe(ground);
});

test.describe('on a touch screen', () => {
  test.use({ isMobile: true, hasTouch: true, viewport: PHONE });

  test('small mends hold', async ({ page, context, open, outside: _ }) => {
    await open(`/post/${everything.slug}`);
    const inText = page.getByRole('img', { name: 'A drawing of a loaf' });

    await test.step('the sign beside a heading is not shown, and takes no room from it', async () => {
      const line = page.locator('#post-body .heading-line').first();
      await expect(line.locator('.heading-anchor')).toHaveCSS('opacity', '0');
      expect(await styleOf(line.locator('h2'), 'padding-inline-end')).toBe('0px');
    });

    await test.step('in the dark a picture that may let its ground show has a light one', async () => {
      expect(await groundOf(inText, '/uploads/drawing.png')).not.toBe(GROUND);
      await page.evaluate(() => localStorage.setItem('theme', 'dark'));
      await page.reload();
      for (const drawing of ['drawing.png', 'drawing.GIF', 'drawing-480.webp']) {
        expect(await groundOf(inText, `/uploads/${drawing}`)).toBe(GROUND);
      }
      expect(await groundOf(inText, '/uploads/photo.jpg')).not.toBe(GROUND);
    });

    await test.step('and a photograph of another site stands between no light bars', async () => {
      await page.goto(`/post/${foreignPicture.slug}`);
      const remote = page.locator('.post-picture-remote');
      const elsewhere = 'https://pictures.example.org';
      expect(await groundOf(remote, `${elsewhere}/drawing.png?w=1`)).toBe(GROUND);
      for (const photograph of ['photo.jpg', 'photo.webp?w=1']) {
        expect(await groundOf(remote, `${elsewhere}/${photograph}`)).not.toBe(GROUND);
      }
      await page.evaluate(() => localStorage.removeItem('theme'));
    });

    await test.step('long titles are cut in lists, and set smaller over their posts', async () => {
      await page.goto(`/category/${longTitle.category}`);
      const title = page.getByRole('heading', { level: 3, name: longTitle.title, exact: true });
      const { lines, isCut } = await title.evaluate((element) => ({
        lines: element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
        isCut: element.scrollHeight > element.clientHeight,
      }));
      expect(Math.round(lines)).toBe(3);
      expect(isCut).toBe(true);
      const sizes = [];
      for (const { slug } of [ownMeta, longTitle]) {
        await page.goto(`/post/${slug}`);
        sizes.push(Number.parseFloat(await styleOf(page.getByRole('heading', { level: 1 }), 'font-size')));
      }
      expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
    });

    await test.step('on paper a table of twelve columns fits, and no word of it is broken', async () => {
      await page.goto(`/post/${longTitle.slug}`);
      await page.setViewportSize(PAPER);
      await page.emulateMedia({ media: 'print' });
      const table = page.locator('#post-body table');
      const widths = await page
        .locator('#post-body .table-scroll')
        .evaluate((box) => [box.scrollWidth, box.clientWidth]);
      expect(widths[0]).toBe(widths[1]);
      expect(await table.locator('th, td').evaluateAll(brokenWords)).toEqual([]);
      await page.emulateMedia({ media: null });
      await page.setViewportSize(PHONE);
    });

    await test.step('the title of a post that was opened has the colour of visited links in lists', async () => {
      await page.goto(`/category/${bare.category}`);
      const link = section(page, 'All Posts').getByRole('link', { name: bare.title, exact: true });
      expect(await dotsOf(link, VISITED)).toBe(0);
      // The browser keeps no history of the pages of a test.
      const devices = await context.newCDPSession(page);
      await devices.send('DOM.enable');
      await devices.send('CSS.enable');
      const { root } = await devices.send('DOM.getDocument');
      const selector = `.card-link[href="/post/${bare.slug}"]`;
      const { nodeId } = await devices.send('DOM.querySelector', { nodeId: root.nodeId, selector });
      await devices.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['visited'] });
      expect(await dotsOf(link, VISITED)).toBeGreaterThan(0);
      await devices.detach();
    });
  });
});
