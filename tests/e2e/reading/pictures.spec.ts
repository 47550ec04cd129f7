import sharp from 'sharp';
import { shareOf } from '#tests/share.ts';
import { everything, foreignPicture } from '../content/special-posts.ts';
import { expect, type Page, PHONE, test } from '../site-test.ts';

// The largest picture of a page is what a reader waits for.

const screens = [
  ['the front page', '/'],
  ['a post', `/post/${everything.slug}`],
  ['a category', '/category/technology'],
] as const;

/** Screens, and how many of their dots make a CSS pixel's side. */
const displays = [
  { width: 390, height: 844, density: 2 },
  { width: 1024, height: 768, density: 1 },
  { width: 1440, height: 900, density: 1 },
  { width: 1440, height: 900, density: 2 },
];

interface Picture {
  /** As it is drawn, in CSS pixels. */
  width: number;
  /** What `sizes` says of it, in CSS pixels: with a `srcset` of widths that is a picture's natural width. */
  announced: number;
  /** Widths of the files there are, in dots. */
  offered: number[];
  /** Width of the file that was loaded. */
  loaded: number;
  attributes: Record<string, string | null>;
}

/** The largest of the pictures that have come with the page. */
async function largestPicture(page: Page): Promise<Picture> {
  return page.evaluate(() => {
    const areaOf = ({ width, height }: DOMRect) => width * height;
    const [largest] = [...document.images]
      .filter(({ currentSrc, naturalWidth }) => currentSrc && naturalWidth > 0)
      .sort((a, b) => areaOf(b.getBoundingClientRect()) - areaOf(a.getBoundingClientRect()));
    if (!largest) throw new Error('The page has no picture');
    const files = largest.srcset.split(', ').map((file) => file.split(' '));
    const widthOf = ([, descriptor = '']: string[]) => Number.parseInt(descriptor, 10);
    const current = files.find(([address = '']) => new URL(address, document.baseURI).href === largest.currentSrc);
    const names = ['loading', 'fetchpriority', 'width', 'height'];
    return {
      width: largest.getBoundingClientRect().width,
      announced: largest.naturalWidth,
      offered: files.map(widthOf),
      loaded: widthOf(current ?? []),
      attributes: Object.fromEntries(names.map((name) => [name, largest.getAttribute(name)])),
    };
  });
}

const places = displays.flatMap((display) => screens.map(([name, path]) => ({ ...display, name, path })));

for (const { width, height, density, name, path } of shareOf(places, 6)) {
  test.describe(`at ${width} px, ${density} dots a pixel`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: density });

    test(`the largest picture of ${name} comes at once, in the smallest size that is sharp`, async ({ page }) => {
      await page.goto(path);
      const picture = await largestPicture(page);
      const enough = picture.offered.filter((offered) => offered >= picture.width * density);
      expect(picture.loaded).toBe(enough.length > 0 ? Math.min(...enough) : Math.max(...picture.offered));
      expect(Math.abs(picture.announced / picture.width - 1)).toBeLessThan(0.05);
      expect(picture.attributes).toMatchObject({
        loading: 'eager',
        fetchpriority: 'high',
        width: '1600',
        height: '1000',
      });
    });
  });
}

test('the place of a picture of another site that does not come is one tint, without the mark of the browser', async ({
  page,
  outside,
  faults,
}) => {
  faults.allow(/net::ERR_FAILED/);
  outside.answer(/elsewhere\.jpg$/, (route) => route.abort());
  await page.setViewportSize(PHONE);
  await page.goto(`/post/${foreignPicture.slug}`);
  const picture = page.locator('.post-picture-remote');
  await expect(picture).toHaveJSProperty('complete', true);
  await picture.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // Its edges may lie between two dots.
  const clip = { x: x + 2, y: y + 2, width: width - 4, height: height - 4 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  expect(Math.max(...channels.map(({ min, max }) => max - min))).toBeLessThanOrEqual(2);
});
