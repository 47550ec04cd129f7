import sharp from 'sharp';
import { shareOf } from '#tests/share.ts';
import { makePost } from '../admin/post-steps.ts';
import { comfortsPost } from '../content/comforts-post.ts';
import { everything, foreignPicture } from '../content/special-posts.ts';
import { expect, type Page, PHONE, test } from '../site-test.ts';
import { signIn } from '../support/sign-in.ts';

// The largest picture of a page is what a reader waits for.

const screens = [
  ['the front page', '/'],
  ['a post', `/post/${everything.slug}`],
  ['a category', '/category/technology'],
] as const;

/** Screens, each with its number of device pixels along a CSS pixel. */
const displays = [
  { width: 390, height: 844, density: 2 },
  { width: 1024, height: 768, density: 1 },
  { width: 1440, height: 900, density: 1 },
  { width: 1440, height: 900, density: 2 },
];

interface Picture {
  /** The width at which the picture is drawn, in CSS pixels. */
  width: number;
  /**
   * The width that `sizes` states, in CSS pixels: with a `srcset` of widths, this is the natural width of a picture.
   */
  announced: number;
  /** The widths of the available files, in device pixels. */
  offered: number[];
  /** The width of the file that was loaded. */
  loaded: number;
  attributes: Record<string, string | null>;
}

/** Runs in the page. */
function pictureOf(image: HTMLImageElement | SVGElement): Picture {
  if (!(image instanceof HTMLImageElement)) throw new Error('It is no picture');
  const files = image.srcset.split(', ').map((file) => file.split(' '));
  const widthOf = ([, descriptor = '']: string[]) => Number.parseInt(descriptor, 10);
  const current = files.find(([address = '']) => new URL(address, document.baseURI).href === image.currentSrc);
  const names = ['loading', 'fetchpriority', 'width', 'height'];
  return {
    width: image.getBoundingClientRect().width,
    announced: image.naturalWidth,
    offered: files.map(widthOf),
    loaded: widthOf(current ?? []),
    attributes: Object.fromEntries(names.map((name) => [name, image.getAttribute(name)])),
  };
}

/** Returns the largest of the pictures that have loaded with the page. */
async function largestPicture(page: Page): Promise<Picture> {
  const largest = await page.evaluateHandle(() => {
    const areaOf = ({ width, height }: DOMRect) => width * height;
    const [first] = [...document.images]
      .filter(({ currentSrc, naturalWidth }) => currentSrc && naturalWidth > 0)
      .sort((a, b) => areaOf(b.getBoundingClientRect()) - areaOf(a.getBoundingClientRect()));
    if (!first) throw new Error('The page has no picture');
    return first;
  });
  return largest.evaluate(pictureOf);
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
  // The edges of the picture may lie between two device pixels.
  const clip = { x: x + 2, y: y + 2, width: width - 4, height: height - 4 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  expect(Math.max(...channels.map(({ min, max }) => max - min))).toBeLessThanOrEqual(2);
});

const ofItsOwn = test.extend({ site: async ({ newSite }, use) => use(await newSite([comfortsPost])) });

ofItsOwn(
  'the picture over a post has the dots of a wide screen with two a pixel, and phones are not sent them',
  async ({ page, context, site }) => {
    await signIn(context, site);
    const { id, slug, version } = await makePost(page);
    const { url } = await upload(page, 2600, 1300);
    await page.request.put(`/api/posts/${id}`, { data: { featuredImage: url, version } });
    const devices = await context.newCDPSession(page);
    const loaded: number[] = [];
    for (const { width, height, density } of displays) {
      await devices.send('Emulation.setDeviceMetricsOverride', {
        ...{ width, height, deviceScaleFactor: density, mobile: false },
      });
      await page.goto(`/post/${slug}`);
      loaded.push((await largestPicture(page)).loaded);
    }
    await devices.send('Emulation.clearDeviceMetricsOverride');
    expect(loaded).toEqual([960, 960, 1600, 2400]);
  },
);

ofItsOwn('no picture of a post is enlarged, nor in the way of its text', async ({ page, context, site }) => {
  await signIn(context, site);
  const [small, strip, portrait] = [
    await upload(page, 60, 40),
    await upload(page, 1600, 400),
    await upload(page, 900, 1800),
  ];
  const text = `Words.\n\n![Small](${small.url})\n\n![Strip](${strip.url})\n\n![Portrait](${portrait.url})`;
  const { id, slug, version } = await makePost(page, { text });
  await page.request.put(`/api/posts/${id}`, { data: { featuredImage: portrait.url, version } });
  await page.setViewportSize(PHONE);
  await page.goto(`/post/${slug}`);

  await test.step('in the box of 64 units each is drawn as large as it is, and as the box is at the most; a small one has a box of its own size', async () => {
    const [sizes, boxes] = [[] as string[][], [] as (number | undefined)[][]];
    for (const name of ['Small', 'Strip', 'Portrait']) {
      await pictureNamed(page, name);
      const image = page.locator('#post-body').getByRole('img', { name, exact: true });
      sizes.push(
        await image.evaluate((element) => [getComputedStyle(element).width, getComputedStyle(element).height]),
      );
      const box = await image.locator('..').boundingBox();
      boxes.push([box?.width, box?.height]);
    }
    // The sizes include eight pixels of frame on each side.
    expect(boxes).toEqual([
      [76, 56],
      [272, 272],
      [272, 272],
    ]);
    expect(sizes).toEqual([
      ['60px', '40px'],
      ['256px', '64px'],
      ['256px', '256px'],
    ]);
  });

  await test.step('the text begins in the first screen of a phone, however high the picture over it', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    expect((await page.locator('#post-body > *').first().boundingBox())?.y).toBeLessThan(PHONE.height);
  });
});

/** Uploads a picture of one colour. */
async function upload(page: Page, width: number, height: number): Promise<{ url: string }> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#a0522d' } });
  const image = { name: 'plain.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
  return (await page.request.post('/api/upload/image', { multipart: { image } })).json();
}

test.describe('where the owner has pictures as wide as the column', () => {
  ofItsOwn('each comes in the smallest size that is sharp, and none is enlarged', async ({ page, context, site }) => {
    await signIn(context, site);
    const post = await writeWithPictures(page);
    const column = async () => (await page.locator('#post-body > p').first().boundingBox())?.width;
    const devices = await context.newCDPSession(page);
    for (const { width, height, density } of displays) {
      await devices.send('Emulation.setDeviceMetricsOverride', {
        ...{ width, height, deviceScaleFactor: density, mobile: false },
      });
      await page.goto(post);
      const at = `at ${width} px, ${density} dots a pixel`;
      const wide = await pictureNamed(page, 'Wide');
      expect(wide.width, at).toBe(await column());
      expect(wide.loaded, at).toBe(Math.min(...wide.offered.filter((offered) => offered >= wide.width * density)));
      const narrow = await pictureNamed(page, 'Narrow');
      expect([narrow.width, narrow.loaded], at).toEqual([300, 300]);
    }
    await devices.send('Emulation.clearDeviceMetricsOverride');
  });

  /** Writes a post with a picture of 1600 pixels and one of 300; returns the address of the post. */
  async function writeWithPictures(page: Page): Promise<string> {
    const { request } = page;
    await request.put('/api/settings', { data: { postPictures: 'column' } });
    const [{ url: wide }] = await (await request.get('/api/images')).json();
    const stored = await upload(page, 300, 200);
    const text = `Words before.\n\n![Wide](${wide})\n\n![Narrow](${stored.url})`;
    return `/post/${(await makePost(page, { text })).slug}`;
  }
});

/** Returns a picture of a text by its name, once the picture has loaded. */
async function pictureNamed(page: Page, name: string): Promise<Picture> {
  const picture = page.getByRole('img', { name, exact: true });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty('complete', true);
  return picture.evaluate(pictureOf);
}
