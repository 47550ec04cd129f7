import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { walks } from '../content/small-sites.ts';
import { startFileHost } from '../site/file-host.ts';
import { publishSite } from '../site/publish-site.ts';
import { test as base, DESKTOP, expect, type Page, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { headlines, section } from '../support/post-sections.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';

// A site as plain files, on a file host whose address is not that of the server that takes what readers send.

interface Published {
  /** The address of the files. */
  files: string;
  /** The address of the server. */
  writer: string;
}

const test = base.extend<{ published: Published }>({
  // No header of the tests: a page may not send another origin a header that browsers do not send.
  reader: async ({ siteName: _ }, use) => use({}),
  async published({ newSite, mailServer }, use) {
    const folder = await mkdtemp(path.join(tmpdir(), 'ninefold-published-'));
    const host = await startFileHost(folder);
    const mail = { SMTP_URL: mailServer.url };
    // For every door it only matters that the server's own address is not that of the files.
    const site = await newSite(walks, { ...mail, SITE_URL: host.url, WRITER_URL: 'http://writer.localhost' });
    await publishSite(site, host.url, folder, mail);
    await use({ files: host.url, writer: site.url });
    await host.close();
    await rm(folder, { recursive: true, force: true });
  },
});

/** Returns the requests of pages that went to the server, not to the files, for example "POST /api/contact". */
function asksOf(page: Page, { writer }: Published): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === writer) asked.push(`${request.method()} ${url.pathname}`);
  });
  return asked;
}

const found = (page: Page) => headlines(section(page, 'Results'));

// Publishing a site takes as long as ten tests: the tests beside the code (server/cli/publish) compare every file of a
// site.
test.describe('with JavaScript', { tag: '@long' }, () => {
  test.use({ viewport: DESKTOP });

  test('a reader reads, searches, turns pages and writes', async ({ page, published, mailServer, faults }) => {
    const asked = asksOf(page, published);
    await test.step('a post is read, and its reading counted by the server', async () => {
      const counted = page.waitForResponse((answer) => /\/api\/posts\/\d+\/view/.test(answer.url()));
      await page.goto(`${published.files}/post/creme`);
      await expect(page.getByRole('heading', { level: 1, name: 'Crème brûlée at last' })).toBeVisible();
      expect((await counted).status()).toBe(204);
    });
    await test.step('links lead to files', async () => {
      await page.getByRole('link', { name: 'Ninefold' }).first().click();
      await page.getByRole('link', { name: 'Page 2', exact: true }).click();
      await expect(page).toHaveURL(`${published.files}/page/2#posts`);
      await page.goto(`${published.files}/`);
      await page.getByRole('button', { name: 'Technology', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`^${published.files}/category/technology`));
    });
    await test.step('a search is made in the browser, without diacritics and by a beginning', async () => {
      const before = asked.filter((each) => !each.startsWith('POST')).length;
      await page.goto(`${published.files}/search?q=brulee`);
      await expect(page.getByText('Found 1 result(s) for "brulee"', { exact: true })).toBeVisible();
      await expect(found(page)).toHaveText(['Crème brûlée at last']);
      const box = page.getByRole('main').locator('[type=search]');
      await box.fill('walk num');
      await expect(page.getByRole('listbox', { name: 'Posts' }).getByRole('option')).toHaveCount(6);
      await box.press('Enter');
      await expect(page.getByText('Found 13 result(s) for "walk num"', { exact: true })).toBeVisible();
      await expect(found(page)).toHaveCount(12);
      await page.getByRole('link', { name: 'Load more posts' }).click();
      await expect(found(page)).toHaveCount(13);
      expect(asked.filter((each) => !each.startsWith('POST'))).toHaveLength(before);
      expect(await faultsInPassing(page)).toEqual([]);
    });
    await test.step('a message goes to the server, and the reader stays', async () => {
      await page.goto(`${published.files}/contact`);
      await page.getByLabel('Name', { exact: true }).fill('Ada');
      await page.getByLabel('Email', { exact: true }).fill('ada@example.org');
      await page.getByLabel('Message', { exact: true }).fill('From a file.');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText('Your message was sent. You need not do anything else.')).toBeVisible();
      await expect(page).toHaveURL(`${published.files}/contact`);
      await expect.poll(() => mailServer.mails.map(({ body }) => body).join()).toContain('From a file.');
      expect(asked).toContain('POST /api/contact');
    });
    await test.step('where nothing is, the page says so', async () => {
      faults.allow(/404/);
      await page.goto(`${published.files}/post/never-written`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.getByRole('main').getByRole('link').first().hover();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  });
});

test.describe('without JavaScript', () => {
  test.use({ viewport: PHONE, javaScriptEnabled: false });

  test('a reader reads, is told of the search, and follows by e-mail', { tag: '@long' }, async ({
    page,
    published,
    mailServer,
  }) => {
    await page.goto(`${published.files}/`);
    await page.getByRole('link', { name: 'Walk number 13', exact: true }).first().click();
    await expect(page).toHaveURL(`${published.files}/post/walk-13`);
    await page.goto(`${published.files}/search?q=walk`);
    await expect(page.getByText('Searching needs JavaScript, which is switched off here.')).toBeVisible();
    expect(await sidewaysOverflow(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'the archive' }).click();
    await expect(page).toHaveURL(`${published.files}/archive`);
    const footer = page.getByRole('contentinfo');
    await footer.getByLabel('New posts by email').fill('reader@example.org');
    await footer.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await expect(page).toHaveURL(`${published.writer}/subscribe`);
    await expect(page.getByRole('heading', { level: 1, name: 'Look at your mail' })).toBeVisible();
    await expect.poll(() => mailServer.mails.map(({ to }) => to)).toContain('reader@example.org');
  });
});
