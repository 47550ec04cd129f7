import { shareOf } from '#tests/share.ts';
import { ledger, livePostsOf } from '../content/posts.ts';
import * as special from '../content/special-posts.ts';
import { DESKTOP, expect, PHONE, test, variants } from '../site-test.ts';
import { headlines, section } from '../support/post-sections.ts';

const { everything, bare } = special;

for (const { name: variant, viewport, javaScriptEnabled } of shareOf(variants, 2, 1)) {
  test.describe(variant, () => {
    test.use({ viewport, javaScriptEnabled });

    test('what stands around the text of a post', async ({ page, open }) => {
      await open(`/post/${everything.slug}`);
      await test.step('a post shows all there is to say about it', async () => {
        const post = page.getByRole('article').first();
        await expect(post.getByRole('link', { name: 'Home & Garden', exact: true })).toHaveAttribute(
          'href',
          '/category/home-garden',
        );
        await expect(post.getByText('July 09, 2025', { exact: true })).toHaveAttribute(
          'datetime',
          everything.publishedAt,
        );
        await expect(post.getByRole('heading', { level: 1 })).toHaveText(everything.title);
        await expect(post.getByText(everything.subtitle ?? '', { exact: true })).toBeVisible();
        await expect(post.getByText(everything.excerpt, { exact: true })).toBeVisible();
        const author = post.getByRole('region', { name: 'Author' });
        await expect(author.getByText('Ninefold Editors', { exact: true })).toBeVisible();
        await expect(author.getByText(/^We read widely, test what can be tested/)).toBeVisible();
        await expect(post.getByText(/^1 min read · 12,3\d\d views$/)).toBeVisible();
        await expect(post.getByRole('img', { name: everything.title })).toBeVisible();
        await expect(post.getByRole('heading', { name: 'What you need' })).toBeVisible();
      });

      await test.step('related posts follow it, at most six and never itself', async () => {
        const related = headlines(section(page, 'Related Posts'));
        await expect(related).toHaveCount(6);
        expect((await related.allTextContents()).sort()).toEqual(ledger.map((post) => post.title).sort());
      });

      await test.step('its topics are badges that lead to the posts of each', async () => {
        const topics = section(page, 'Explore Related Topics');
        await expect(topics.getByRole('heading', { name: 'Explore Related Topics' })).toBeVisible();
        await expect(topics.getByRole('link')).toHaveText(['#Slow food', '#C&A', '#street-life']);
        const hrefs = await topics.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
        expect(hrefs).toEqual(['/tag/slow-food', '/tag/c-a', '/tag/street-life']);
        await topics.getByRole('link', { name: '#street-life' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('#street-life');
        await expect(headlines(section(page, 'All Posts'))).toHaveText([everything.title]);
      });
    });

    test('the posts before and after it in its category are a link away', { tag: '@long' }, async ({ page, open }) => {
      const [later, post, earlier] = livePostsOf('relationships');
      await open(`/post/${post?.slug}`);
      const beside = page.getByRole('navigation', { name: 'Previous and next post in' });
      await expect(beside.getByRole('link', { name: later?.title ?? '' })).toHaveAttribute('rel', 'next');
      await expect(beside.getByRole('link', { name: earlier?.title ?? '' })).toHaveAttribute('rel', 'prev');
      await beside.getByRole('link', { name: later?.title ?? '' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(later?.title ?? '');
      await expect(beside.getByRole('link', { name: post?.title ?? '' })).toHaveAttribute('rel', 'prev');
      // The newest post has no post after it.
      await open(`/post/${everything.slug}`);
      await expect(beside.getByRole('link')).toHaveCount(1);
    });
  });
}

for (const javaScriptEnabled of shareOf([true, false], 2, 1)) {
  test.describe(`the table of contents, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ viewport: DESKTOP, javaScriptEnabled });

    test('the table of contents', async ({ page, open }) => {
      await test.step('stands open beside the text, and leads to its sections', async () => {
        await open(`/post/${special.ownMeta.slug}`);
        const contents = page.getByRole('navigation', { name: 'Contents' });
        await expect(contents.getByRole('link')).toHaveText(['Evening', 'Night', 'Nightmare', 'Morning']);
        await contents.getByRole('link', { name: 'Nightmare', exact: true }).click();
        await expect(page.getByRole('heading', { name: 'Nightmare', exact: true })).toBeInViewport();
        const here = contents.locator('[aria-current]');
        await expect(here).toHaveText(javaScriptEnabled ? ['Nightmare'] : []);
      });

      await test.step('is folded before the text on a phone', async () => {
        await page.setViewportSize(PHONE);
        await open(`/post/${special.ownMeta.slug}`);
        const contents = page.getByRole('navigation', { name: 'Contents' });
        await expect(contents.getByRole('link', { name: 'Evening' })).toBeHidden();
        await contents.getByText('Contents', { exact: true }).click();
        await expect(contents.getByRole('link', { name: 'Evening' })).toBeVisible();
      });
    });
  });
}

test('the text of a post', async ({ page, open }) => {
  await open(`/post/${everything.slug}`);
  await test.step('the text is cleaned and converted for display', async () => {
    const body = page.locator('#post-body');
    await expect(body).not.toContainText('TL;DR');
    await expect(body.locator('hr')).toHaveCount(0);
    // Emphasis is unwrapped; brackets that are not a link become bold.
    await expect(body.locator('strong')).toHaveText(['chairs']);
    await expect(body.getByRole('listitem').filter({ hasText: 'a door, solid' })).toBeVisible();
    await expect(body).not.toContainText('[chairs]');
    expect(await body.locator('h1').count()).toBe(0);
    await expect(body.getByRole('heading', { level: 2 }).first()).toContainText('What you need');
    await expect(body.getByRole('heading', { level: 3 })).toContainText('In a line of code');
  });

  await test.step('links of the text open in a new tab without an opener; fragments stay', async () => {
    const body = page.locator('#post-body');
    const trestle = body.getByRole('link', { name: 'a borrowed trestle' });
    await expect(trestle).toHaveAttribute('target', '_blank');
    await expect(trestle).toHaveAttribute('rel', 'noopener');
    for (const link of await body.locator('a[href^="#"]').all()) expect(await link.getAttribute('target')).toBeNull();
    expect(await body.locator('a[href^="#"]').count()).toBeGreaterThan(2);
  });

  await test.step('code is coloured, in both themes differently', async () => {
    const keyword = page.locator('#post-body .hljs-keyword').first();
    const colour = () => keyword.evaluate((element) => getComputedStyle(element).color);
    const light = await colour();
    expect(light).not.toBe(await page.locator('#post-body pre code').evaluate((code) => getComputedStyle(code).color));
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect(await colour()).not.toBe(light);
  });

  await test.step('on paper stands the post, and its address and the year at its foot', async () => {
    const frame = [
      page.getByRole('banner'),
      page.getByRole('button', { name: 'Share' }),
      page.getByRole('navigation', { name: 'Quick Links' }),
      section(page, 'Related Posts'),
    ];
    for (const part of frame) await expect(part.first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    for (const part of frame) await expect(part).toHaveCount(0);
    const bar = page.locator('.post').evaluate((post) => getComputedStyle(post, '::before').display);
    expect(await bar, 'the bar of how much was read').toBe('none');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('#post-body')).toBeVisible();
    const foot = page.getByRole('contentinfo');
    await expect(foot.getByText(page.url(), { exact: true })).toBeVisible();
    await expect(foot.getByText(`© ${new Date().getUTCFullYear()}`)).toBeVisible();
  });
});

test('a post printed in the instant in which it has loaded is printed as a post', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('load', () => {
      const forPaper = [...document.styleSheets].filter(({ media }) => media.mediaText === 'print');
      document.documentElement.dataset.rulesForPaper = String(forPaper.flatMap((sheet) => [...sheet.cssRules]).length);
    });
  });
  await page.goto(`/post/${everything.slug}`);
  await expect(page.locator('html')).toHaveAttribute('data-rules-for-paper', /^[1-9]/);
});

test('a line of a text holds 66 to 74 characters on wide screens', async ({ page }) => {
  for (const width of [1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/post/${special.ownMeta.slug}`);
    await page.evaluate(() => document.fonts.ready);
    const lengths = await page.locator('#post-body > p').evaluateAll(fullLines);
    expect(lengths.length).toBeGreaterThan(10);
    const half = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)];
    expect(half, `at ${width} px`).toBeGreaterThanOrEqual(66);
    expect(half, `at ${width} px`).toBeLessThanOrEqual(74);
  }
});

/** Returns the number of characters of each line of these paragraphs, except their last lines. Runs in the page. */
function fullLines(paragraphs: Element[]): number[] {
  return paragraphs.flatMap((paragraph) => {
    const lines: number[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    let top = Number.NEGATIVE_INFINITY;
    while (texts.nextNode()) {
      for (let at = 0; at < (texts.currentNode.nodeValue ?? '').length; at += 1) {
        range.setStart(texts.currentNode, at);
        range.setEnd(texts.currentNode, at + 1);
        const place = range.getBoundingClientRect();
        if (place.top - top > place.height / 2) {
          lines.push(0);
          top = place.top;
        }
        lines.push((lines.pop() ?? 0) + 1);
      }
    }
    return lines.slice(0, -1);
  });
}

for (const viewport of [PHONE, DESKTOP]) {
  test(`a picture of the text has a box of 64 by 64 units, is whole in it and centred at ${viewport.width} px`, {
    tag: '@long',
  }, async ({ page, open }) => {
    await page.setViewportSize(viewport);
    await open(`/post/${everything.slug}`);
    const picture = page
      .locator('#post-body')
      .getByRole('link')
      .filter({ has: page.getByRole('img', { name: 'A drawing of a loaf' }) });
    const image = picture.getByRole('img');
    await image.scrollIntoViewIfNeeded();
    await expect(picture).toHaveCSS('width', '256px');
    await expect(picture).toHaveCSS('height', '256px');
    const [box, drawn, text] = await Promise.all(
      [picture, image, page.locator('#post-body p').first()].map((part) => part.boundingBox()),
    );
    if (!box || !drawn || !text) throw new Error('not shown');
    const centre = ({ x, width }: typeof box) => x + width / 2;
    expect(Math.abs(centre(box) - centre(text))).toBeLessThan(1);
    // With its frame the picture is as wide as the box; above and below a wide picture the box shows nothing.
    expect(drawn.width).toBeCloseTo(box.width, 0);
    const { width, height } = await image.evaluate((element) => ({
      width: Number(element.getAttribute('width')),
      height: Number(element.getAttribute('height')),
    }));
    await expect(image).toHaveCSS('height', `${(256 * height) / width}px`);
    expect(Math.abs(drawn.y + drawn.height / 2 - box.y - box.height / 2)).toBeLessThan(1);
    await expect(picture).toHaveAttribute('href', /^\/uploads\//);
  });
}

test('a heading can be linked to', { tag: '@long' }, async ({ page, open }) => {
  await open(`/post/${everything.slug}`);
  // The link to the heading stands beside it: inside, the link would be read aloud as part of the heading.
  const heading = page.locator('#post-body').getByRole('heading', { name: 'What it costs', exact: true });
  const id = await heading.getAttribute('id');
  await open(`/post/${everything.slug}#${id}`);
  await expect(heading).toBeInViewport();
  await expect(heading.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Link to “What it costs”' })).toHaveAttribute('href', `#${id}`);
});

test('wide tables and code scroll by themselves, with the keyboard too', async ({ page, open }) => {
  await page.setViewportSize(PHONE);
  await open(`/post/${special.longTitle.slug}`);
  const table = page
    .locator('#post-body')
    .getByRole('region')
    .filter({ has: page.getByRole('table') });
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  await expect(table).toHaveAttribute('tabindex', '0');
});

test('things and tasks of one list begin at one edge, and a table of two texts and a figure fits a phone', async ({
  page,
  open,
}) => {
  await page.setViewportSize(PHONE);
  await open(`/post/${everything.slug}`);
  const items = page.locator('#post-body ul').first().getByRole('listitem');
  const marks = await items.evaluateAll((list) => list.map((item) => getComputedStyle(item).listStyleType));
  expect(marks).toEqual(['disc', 'disc', 'disc', 'none']);
  const edges = await items.evaluateAll((list) =>
    list.map((item) => {
      const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      let text = texts.nextNode() as Text;
      while (text.data.trim() === '') text = texts.nextNode() as Text;
      const letter = document.createRange();
      letter.setStart(text, text.data.search(/\S/));
      letter.setEnd(text, letter.startOffset + 1);
      return letter.getBoundingClientRect().left;
    }),
  );
  expect(Math.max(...edges) - Math.min(...edges)).toBeLessThan(1.5);
  const table = page.locator('#post-body .table-scroll');
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test('a post without tags has no list of topics, one without a picture no picture', { tag: '@long' }, async ({
  page,
  open,
}) => {
  await open(`/post/${bare.slug}`);
  await expect(page.getByText('Explore Related Topics')).toHaveCount(0);
  await expect(page.getByRole('article').first().getByRole('img')).toHaveCount(0);
});

test('hostile text is text', async ({ page, open }) => {
  await open(`/post/${special.hostile.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(special.hostile.title);
  await expect(page).toHaveTitle(`${special.hostile.title} | Ninefold`);
  await expect(section(page, 'Explore Related Topics').getByRole('link')).toHaveText(['#<b>bold</b>', '#"quoted"']);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
});

test('text from right to left is set from right to left', { tag: '@long' }, async ({ page, open }) => {
  await open(`/post/${special.rightToLeft.slug}`);
  const paragraph = page.locator('#post-body p').first();
  expect(await paragraph.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
});

test('text of another direction than its post reads in its own', { tag: '@long' }, async ({ page, open }) => {
  await open(`/post/${special.rightToLeft.slug}`);
  const placeOf = (selector: string, text: string) =>
    page.locator(`#post-body ${selector}`, { hasText: text }).evaluate((element) => {
      // Besides the code, a code block holds buttons.
      const text = element.querySelector('code') ?? element;
      const words = document.createRange();
      words.selectNodeContents(text);
      const firstLetter = document.createRange();
      firstLetter.setStart(text.firstChild ?? text, 0);
      firstLetter.setEnd(text.firstChild ?? text, 1);
      const [box, line, letter] = [element, words, firstLetter].map((part) => part.getBoundingClientRect());
      if (!box || !line || !letter) throw new Error('not shown');
      const side = line.left - box.left < box.right - line.right ? 'left' : 'right';
      return [letter.left - line.left < 1 ? 'left' : 'elsewhere', side];
    });
  expect(await placeOf('p', 'Half of it')).toEqual(['left', 'left']);
  // The text stands beside its list marker, on the side that the list sets.
  expect(await placeOf('li', 'One item')).toEqual(['left', 'right']);
  expect(await placeOf('pre', 'start')).toEqual(['left', 'left']);
});

test('on a phone the text begins in the upper half of the screen', { tag: '@long' }, async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(`/post/${ledger[0]?.slug}`);
  expect((await page.locator('#post-body > *').first().boundingBox())?.y).toBeLessThan(844 / 2);
});

test.describe('the only post of a site', () => {
  test.use({ siteName: 'small' });

  test('has neither related posts nor neighbours', async ({ page, open }) => {
    await open('/post/the-one-post');
    await expect(page.getByRole('heading', { name: 'Related Posts' })).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Previous and next post in' })).toHaveCount(0);
  });
});

const unseen = [
  ['a draft', special.draft],
  ['a scheduled post', special.scheduled],
  ['a deleted post', special.deleted],
] as const;
for (const [what, post] of shareOf(unseen, 3)) {
  test(`${what} is a missing post to readers`, async ({ page, open, faults }) => {
    faults.allow(/status of 404/);
    await open(`/post/${post.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found');
    await expect(page.getByText("The blog post you're looking for doesn't exist.", { exact: true })).toBeVisible();
    await expect(page).not.toHaveTitle(new RegExp(post.title));
  });
}

test('an address a post once had leads to the one it has', { tag: '@long' }, async ({ page, open }) => {
  const moved = page.waitForResponse((response) => response.url().endsWith(`/post/${special.alone.formerSlug}`));
  await open(`/post/${special.alone.formerSlug}`);
  expect((await moved).status()).toBe(301);
  await expect(page).toHaveURL(new RegExp(`/post/${special.alone.slug}$`));
});
