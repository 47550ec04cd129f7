import { DESKTOP, PHONE } from '../site-test.ts';
import { eventsOn } from '../support/events.ts';
import { longStep } from '../support/long-step.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, type Page, type TestFixtures, test, uniqueTitle } from './admin-test.ts';
import { makePost } from './post-steps.ts';

type Owner = Pick<TestFixtures, 'signInOwner' | 'openAdmin'>;

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });

/** Finds a post by a search: the list also holds the posts of other tests, and draws only what is in view. */
async function found(page: Page, title: string) {
  await page.getByLabel('Search posts').fill(title);
  // Until the results of the search arrive, the earlier list is shown.
  await expect(page.getByRole('region', { name: 'Blog posts' })).toHaveAttribute('aria-busy', 'false');
  return card(page, title);
}

/** Opens the list with drafts of these words in it. Returns their titles. */
async function openOnDrafts(page: Page, { signInOwner, openAdmin }: Owner, ...words: string[]): Promise<string[]> {
  await signInOwner();
  const titles = words.map(uniqueTitle);
  for (const title of titles) await makePost(page, { title, published: false });
  await openAdmin();
  for (const title of titles) await expect(card(page, title)).toBeVisible();
  return titles;
}

/**
 * Makes the next change of many posts slow: one post is done, the next one follows at `bulk.part()`, and stopping it
 * ends it.
 */
async function answerSlowly(page: Page) {
  await page.evaluate(() => {
    const real = window.fetch;
    const encoder = new TextEncoder();
    let stream: ReadableStreamDefaultController<Uint8Array>;
    let ids: number[] = [];
    const tell = (event: string, data: unknown) =>
      stream.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    const part = () => {
      const [id = 0] = ids.splice(0, 1);
      const undo = [{ posts: [{ id, version: 2 }], set: { published: true } }];
      tell('part', { ids: [id], changed: 1, failed: [], undo });
    };
    window.fetch = async (input, init) => {
      const address = String(input);
      if (address.endsWith('/api/posts/bulk')) {
        const [{ posts }] = JSON.parse(String(init?.body)).changes;
        ids = posts.map(({ id }: { id: number }) => id);
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            stream = controller;
            part();
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      }
      if (init?.method === 'DELETE' && address.includes('/api/posts/bulk/')) {
        tell('done', { isStopped: true });
        stream.close();
        return new Response(null, { status: 204 });
      }
      return real(input, init);
    };
    const restore = () => {
      window.fetch = real;
    };
    Object.assign(window, { bulk: { part, restore } });
  });
}

test('looked through', { tag: '@long' }, async ({ page, openAdmin, faults }) => {
  await test.step('a card shows title, excerpt, category, author, status and whether it is featured', async () => {
    await openAdmin();
    const live = await found(page, 'A Live Post');
    for (const text of ['It is there for everyone.', 'Technology', 'Ninefold Editors', 'Published', 'Featured']) {
      await expect(live).toContainText(text);
    }
    const draft = await found(page, 'A Draft');
    await expect(draft).toContainText('Draft');
    await expect(draft).not.toContainText('Featured');
    await expect(await found(page, 'A Scheduled Post')).toContainText('Scheduled');
  });

  await test.step('it shows the picture and the views, on a phone a small picture beside the title', async () => {
    const pictured = await found(page, 'A Live Post');
    const picture = pictured.locator('img');
    await expect(picture).toHaveAttribute('src', /^\/uploads\//);
    await expect(pictured).toContainText('1,204 views');
    await expect.poll(() => picture.boundingBox()).toMatchObject({ width: 80, height: 60 });
    await page.setViewportSize(PHONE);
    await expect.poll(() => picture.boundingBox()).toMatchObject({ width: 48, height: 48 });
    expect(await sidewaysOverflow(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });

  await test.step('search, status and category narrow the list', async () => {
    await expect(await found(page, 'A Live Post')).toBeVisible();
    await page.getByLabel('Category').selectOption('Travel');
    await expect(page.getByText('No posts match')).toBeVisible();
    await expect(await found(page, 'A Draft')).toBeVisible();
    await page.getByLabel('Status').selectOption('Scheduled');
    await expect(page.getByText('No posts match')).toBeVisible();
    await expect(await found(page, 'A Scheduled Post')).toBeVisible();
  });

  await test.step('posts without a picture are listed, and those with one are not', async () => {
    await page.getByLabel('Category').selectOption('All categories');
    await page.getByLabel('Status').selectOption('All posts');
    await expect(await found(page, 'A Live Post')).toBeVisible();
    await page.getByLabel('Status').selectOption('Without a picture');
    await expect(page.getByText('No posts match')).toBeVisible();
    await expect(page).toHaveURL(/status=pictureless/);
    await expect(await found(page, 'A Draft')).toBeVisible();
    await page.getByLabel('Status').selectOption('All posts');
  });

  await test.step('a search that finds nothing leads back to all posts', async () => {
    await page.getByLabel('Status').selectOption('Scheduled');
    await page.getByLabel('Search posts').fill('nothing has this word');
    await page.getByRole('button', { name: 'Show all posts' }).click();
    await expect(page.getByLabel('Search posts')).toHaveValue('');
    await expect(page.getByLabel('Status')).toHaveValue('all');
    await expect(page.getByRole('list', { name: 'Posts' }).getByRole('article').first()).toBeVisible();
  });

  await test.step('a duplicate is a draft of its own', async () => {
    await (await found(page, 'A Live Post')).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const copy = card(page, 'A Live Post (copy)').first();
    await expect(copy).toContainText('Draft');
    await expect(copy).toContainText('Technology');
  });

  await longStep('a mistyped word finds what was meant, and the list says so', async () => {
    const title = uniqueTitle('Quixotical windmills');
    await makePost(page, { title, published: false });
    await page.getByLabel('Search posts').fill('quixoticla windmills');
    await expect(card(page, title)).toBeVisible();
    await expect(page.getByText('for quixotical windmills')).toBeVisible();
  });

  await test.step('a link from the site opens its post in the form', async () => {
    await openAdmin('/admin?edit=1');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A Live Post');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('region', { name: 'Blog posts' })).toBeVisible();
  });

  await longStep('a post that is not there says so', async () => {
    faults.allow(/status of 404/);
    await openAdmin('/admin?edit=999999');
    await expect(page.getByText("The blog post you're looking for doesn't exist.")).toBeVisible();
    await page.getByRole('link', { name: 'Back to the posts' }).click();
    await expect(page.getByRole('region', { name: 'Blog posts' })).toBeVisible();
  });
});

test('where every post is in the bin, the list says how many are there, and leads to them', { tag: '@long' }, async ({
  page,
  context,
  newSite,
}) => {
  const binned = { excerpt: 'E', content: 'Words.', category: 'lifestyle', publishedAt: new Date().toISOString() };
  const site = await newSite(
    ['one', 'two'].map((slug) => ({ ...binned, slug, title: `Deleted ${slug}`, isDeleted: true })),
  );
  await signIn(context, site);
  await page.goto(`${site.url}/admin`);
  await expect(page.getByText('All posts are in the bin')).toBeVisible();
  await expect(page.getByText('2 posts are there, and can be restored for 30 days.')).toBeVisible();
  await page.getByRole('button', { name: 'Look in the bin' }).click();
  await expect(card(page, 'Deleted one')).toBeVisible();
});

test('a part of the list that could not be loaded is asked for again', { tag: '@long' }, async ({
  page,
  openAdmin,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  // There are more posts than arrive at once.
  await page.route(/\/api\/posts\?.*page=1(&|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: await response.json(), headers: { 'X-Total-Count': '90' } });
  });
  const second = /\/api\/posts\?.*page=2(&|$)/;
  await page.route(second, (route) => route.abort());
  await openAdmin();
  await expect(page.getByText('90 posts')).toBeVisible();
  // The bar of the selected posts stays at the same edge of the window.
  await page.getByRole('checkbox', { name: 'Select' }).first().press('Space');
  const bar = page.getByRole('region', { name: 'Selected posts' });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const fault = page.getByRole('alert').filter({ hasText: 'Not all of the list could be loaded.' });
  await expect(fault).toBeVisible();
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expect(fault).toBeInViewport({ ratio: 1 });
  const [above, below] = [await fault.boundingBox(), await bar.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.unroute(second);
  await fault.getByRole('button', { name: 'Try again' }).click();
  await expect(fault).toHaveCount(0);
});

test('changed in the list', async ({ page, signInOwner, openAdmin }) => {
  await test.step('deleting asks first, moves the post to the bin, and undelete brings it back', async () => {
    const [title = ''] = await openOnDrafts(page, { signInOwner, openAdmin }, 'To be deleted');
    await card(page, title).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this post?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(card(page, title)).toBeVisible();
    await card(page, title).getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(card(page, title)).toHaveCount(0);
    await expect
      .poll(() => eventsOn(page))
      .toContainEqual({ event: 'admin_action', action: 'post_deleted', success: true });
    await page.getByLabel('Status').selectOption('Bin');
    await card(page, title).getByRole('button', { name: 'Restore' }).click();
    await expect(card(page, title)).toHaveCount(0);
    await page.getByLabel('Status').selectOption('All posts');
    await expect(card(page, title)).toBeVisible();
  });

  await longStep('several posts are published, unpublished, deleted and taken out of the bin at once', async () => {
    const titles = await openOnDrafts(page, { signInOwner, openAdmin }, 'One of two', 'Two of two');
    await page.getByLabel('Search posts').fill('of two');
    const choose = async () => {
      for (const title of titles) await card(page, title).getByRole('checkbox', { name: 'Select' }).check();
    };
    const bar = page.getByRole('region', { name: 'Selected posts' });
    const change = async (name: string) => {
      await choose();
      await expect(bar).toContainText('2 selected');
      await bar.getByRole('button', { name, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
      await expect(bar).toBeHidden();
    };
    await change('Publish');
    for (const title of titles) await expect(card(page, title)).toContainText('Published');
    await change('Unpublish');
    for (const title of titles) await expect(card(page, title)).toContainText('Draft');
    await change('Delete');
    for (const title of titles) await expect(card(page, title)).toHaveCount(0);
    await page.getByLabel('Status').selectOption('Bin');
    await choose();
    await expect(bar.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
    await bar.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByRole('region', { name: 'What was changed' })).toContainText('2 posts restored');
    for (const title of titles) await expect(card(page, title)).toHaveCount(0);
    await page.getByLabel('Status').selectOption('All posts');
    for (const title of titles) await expect(card(page, title)).toContainText('Draft');
  });

  // `npm test` covers this in `use-choosing.test.ts` and `send-bulk.test.ts`.
  await longStep(
    'several posts, chosen with Shift, are given a category and a tag; Undo gives each what it had',
    async () => {
      const titles = await openOnDrafts(page, { signInOwner, openAdmin }, 'Range one', 'Range two', 'Range three');
      await page.getByLabel('Search posts').fill('Range');
      await expect(page.getByRole('article')).toHaveCount(3);
      const boxes = page.getByRole('article').getByRole('checkbox', { name: 'Select' });
      await boxes.first().click();
      await boxes.last().click({ modifiers: ['Shift'] });
      const bar = page.getByRole('region', { name: 'Selected posts' });
      await expect(bar).toContainText('3 selected');
      await bar.getByRole('button', { name: 'Change…' }).click();
      const window = page.getByRole('dialog', { name: 'Change 3 posts' });
      const change = window.getByRole('button', { name: 'Change', exact: true });
      await expect(change).toBeDisabled();
      // A tag that is only typed is enough: the press takes it in.
      await window.getByLabel('Add tags').fill('ranged');
      await expect(change).toBeEnabled();
      await window.getByLabel('Category').selectOption('Travel');
      await window.getByLabel('Add tags').fill('and a second');
      await change.click();
      const result = page.getByRole('region', { name: 'What was changed' });
      await expect(result).toContainText('3 posts changed');
      for (const title of titles) await expect(card(page, title)).toContainText('Travel');
      await result.getByRole('button', { name: 'Undo' }).click();
      await expect(result).toContainText('3 posts as before');
      for (const title of titles) await expect(card(page, title)).not.toContainText('Travel');
    },
  );

  await longStep('a change that is under way says how far it is, and stopped it says what is done', async () => {
    const titles = await openOnDrafts(page, { signInOwner, openAdmin }, 'Slow one', 'Slow two', 'Slow three');
    await page.getByLabel('Search posts').fill('Slow');
    await expect(page.getByRole('article')).toHaveCount(titles.length);
    await answerSlowly(page);
    await page.getByRole('button', { name: 'Select all 3' }).click();
    const bar = page.getByRole('region', { name: 'Selected posts' });
    await bar.getByRole('button', { name: 'Unpublish', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish', exact: true }).click();
    await expect(bar).toContainText('1 of 3 done');
    await expect(bar.getByRole('progressbar')).toHaveAttribute('value', '1');
    await bar.getByRole('button', { name: 'Stop' }).click();
    await expect(bar.getByRole('button', { name: 'Stopping…' })).toBeDisabled();
    await page.evaluate('bulk.part()');
    const result = page.getByRole('region', { name: 'What was changed' });
    await expect(result).toContainText('2 posts unpublished');
    await expect(result).toContainText('It was stopped: the other post is as before.');
    await expect(result.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.evaluate('bulk.restore()');
  });
});

test('the list’s words, filters and order are in its address: a reload and the way back from a post keep them', {
  tag: '@long',
}, async ({ page, signInOwner, openAdmin }) => {
  await signInOwner();
  const word = uniqueTitle('zephyr').replace(/\W/g, '');
  for (const title of ['Beta', 'Alpha'])
    await makePost(page, { title: `${title} ${word}`, published: false, tags: [word] });
  await openAdmin();
  await page.getByLabel('Search posts').fill(word);
  await page.getByLabel('Order').selectOption('Title A–Z');
  const titles = page.getByRole('list', { name: 'Posts' }).getByRole('heading');
  const expected = [`Alpha ${word}`, `Beta ${word}`];
  await expect(titles).toHaveText(expected);
  await expect(page).toHaveURL(new RegExp(`q=${word}.*sort=title`));
  await page.reload();
  await expect(titles).toHaveText(expected);
  await page.getByRole('link', { name: expected[0], exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(titles).toHaveText(expected);
  await expect(page).toHaveURL(new RegExp(`q=${word}.*sort=title`));
  await page.getByLabel('Search posts').fill('');
  await page.getByLabel('Tag').selectOption(word);
  await expect(titles).toHaveText(expected);
  await expect(card(page, expected[0] ?? '')).toContainText(`#${word}`);
});
