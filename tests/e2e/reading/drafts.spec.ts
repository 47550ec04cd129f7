import { isWhole } from '#tests/share.ts';
import { deleted, draft, everything, scheduled } from '../content/special-posts.ts';
import { expect, PHONE, test } from '../site-test.ts';
import { accessibilityFaults, faultsInPassing } from '../support/accessibility.ts';
import { recordCalls } from '../support/calls.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { signIn } from '../support/sign-in.ts';
import { installClock } from '../support/stopped-clock.ts';

// Posts that are not live are shown to the signed-in owner, on the real site and marked; for everybody else they do not
// exist.

const NOTHING = /Invisible|News from Tomorrow|A Draft Nobody Sees|Gone for Good/;

const notLive = [
  { post: draft, says: 'This post is a draft. Nobody but you can see it.' },
  {
    post: scheduled,
    says: 'Scheduled: this post goes live on January 01, 2099 at 00:00 UTC. Nobody but you can see it.',
  },
];

/** Both posts have the same mark: each rule of the mark is tested on one of them. */
const onlyOne = (index: number) => (index % 2 === 0 ? [] : ['@long']);

for (const [index, { post, says }] of notLive.entries()) {
  test.describe(post.title, () => {
    const url = `/post/${post.slug}`;

    test('is shown to its owner as readers will see it, marked, with a way back to its form', {
      tag: onlyOne(index),
    }, async ({ page, open, context, site }) => {
      await signIn(context, site);
      const answer = page.waitForResponse((response) => response.request().isNavigationRequest());
      await open(url);
      expect((await answer).headers()['cache-control']).toBe('private, no-store');
      expect((await answer).headers()).not.toHaveProperty('etag');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
      await expect(page.getByText('Invisible.', { exact: true })).toBeVisible();
      const note = page.getByRole('note').filter({ hasText: 'Nobody but you' });
      await expect(note).toContainText(says);
      await expect(note.getByRole('link', { name: 'Edit this post' })).toHaveAttribute('href', /^\/admin\?edit=\d+$/);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow');
    });

    test('is counted by nobody', { tag: onlyOne(index) }, async ({ page, open, context, site }) => {
      await signIn(context, site);
      await installClock(page);
      const calls = recordCalls(page);
      await open(url);
      await page.clock.runFor(10_000);
      expect(calls).toEqual([]);
    });

    test('its mark reads and fits, in both themes, on a phone too', { tag: onlyOne(index + 1) }, async ({
      page,
      open,
      context,
      site,
    }) => {
      await signIn(context, site);
      await page.setViewportSize(PHONE);
      await open(url);
      expect(await sidewaysOverflow(page)).toEqual([]);
      expect(await faultsInPassing(page)).toEqual([]);
      if (!isWhole) return;
      await page.getByRole('button', { name: 'Dark theme' }).click();
      expect(await accessibilityFaults(page, { coloursOnly: true }), 'dark').toEqual([]);
    });
  });
}

test('without a session nothing that is not live is there, whichever way it is looked for', async ({ request }) => {
  for (const { slug } of [draft, scheduled, deleted]) {
    for (const url of [`/post/${slug}`, `/api/posts/${slug}`, `/og/${slug}.jpg`]) {
      expect([url, (await request.get(url)).status()]).toEqual([url, 404]);
    }
  }
  for (const url of [
    '/',
    '/category/technology',
    '/search?q=nobody%20sees',
    `/post/${everything.slug}`,
    '/sitemap.xml',
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/category/technology/rss.xml',
    '/api/posts?limit=100',
    '/api/posts?status=draft&published=false',
    '/api/posts?status=scheduled',
    '/api/posts?status=deleted',
    '/api/posts/featured',
    '/api/search?q=tomorrow',
    '/api/tags',
  ]) {
    const answer = await request.get(url);
    expect([url, answer.status()]).toEqual([url, 200]);
    expect(await answer.text(), url).not.toMatch(NOTHING);
  }
});

test('the owner’s lists and search are those that readers have', async ({ page, open, context, site }) => {
  await signIn(context, site);
  for (const url of ['/', '/category/technology', '/search?q=invisible']) {
    await open(url);
    await expect(page.getByRole('main')).not.toContainText(NOTHING);
  }
});

test('what lies in the bin is nobody’s to see', { tag: '@long' }, async ({ page, open, context, site, faults }) => {
  faults.allow(/status of 404/);
  await signIn(context, site);
  await open(`/post/${deleted.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found');
});

test('a live post carries no such mark, for its owner either', { tag: '@long' }, async ({
  page,
  open,
  context,
  site,
}) => {
  await signIn(context, site);
  await open(`/post/${everything.slug}`);
  await expect(page.getByText('Nobody but you can see it.')).toHaveCount(0);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'index, follow');
});

test('a post signed out of is gone at once, also by Back', async ({ page, open, context, site, faults }) => {
  faults.allow(/status of 404/);
  await signIn(context, site);
  await open(`/post/${draft.slug}`);
  await open('/about');
  await context.clearCookies();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found');
});
