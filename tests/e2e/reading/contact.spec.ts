import path from 'node:path';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { shareOf } from '#tests/share.ts';
import type { Site } from '../site/sites.ts';
import { expect, type Page, test, widths } from '../site-test.ts';
import { holdCalls, recordCalls } from '../support/calls.ts';
import { pressStill } from '../support/press.ts';
import { toasts } from '../support/toast.ts';

const send = (page: Page) => page.getByRole('button', { name: 'Send Message', exact: true });
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label);

/** Fills in the form; the subject tells which test sent it. */
async function fill(page: Page, subject: string): Promise<void> {
  await field(page, 'Name').fill('Ada Byron');
  await field(page, 'Email').fill('ada@example.org');
  await field(page, 'Subject').fill(subject);
  await field(page, 'Message').fill('Hello,\nand thank you.');
}

/** Returns the messages that the server has stored under a subject. */
function stored(site: Site, subject: string): unknown[] {
  const database = openReader(path.join(site.dataFolder, DATABASE_FILE));
  try {
    return database
      .prepare('select name, email, subject, message from contact_messages where subject = ?')
      .all(subject);
  } finally {
    database.close();
  }
}

const message = (subject: string) => ({
  name: 'Ada Byron',
  email: 'ada@example.org',
  subject,
  message: 'Hello,\nand thank you.',
});

for (const { name: width, viewport } of shareOf(widths, 2)) {
  test.describe(width, () => {
    test.use({ viewport });

    test('a message is sent: the button waits, the form is cleared, a toast says thanks', async ({
      page,
      open,
      site,
    }) => {
      const subject = `sent ${width}`;
      await open('/contact');
      const held = await holdCalls(page, /\/api\/contact/);
      await fill(page, subject);
      await send(page).click();
      await expect(page.getByRole('button', { name: 'Sending...', exact: true })).toBeDisabled();
      held.release();
      await expect(toasts(page).getByText('Message Sent!', { exact: true })).toBeVisible();
      await expect(
        toasts(page).getByText("Thank you for reaching out. We'll get back to you within 1-2 business days.", {
          exact: true,
        }),
      ).toBeVisible();
      for (const label of ['Name', 'Email', 'Subject', 'Message']) await expect(field(page, label)).toHaveValue('');
      await expect(send(page)).toBeEnabled();
      expect(stored(site, subject)).toEqual([message(subject)]);
    });
  });
}

test('it is sent as JSON with the four fields, once', { tag: '@long' }, async ({ page, open }) => {
  await open('/contact');
  const asked = page.waitForRequest(/\/api\/contact$/);
  await fill(page, 'shape');
  await send(page).dblclick();
  const request = await asked;
  expect(request.method()).toBe('POST');
  expect(request.headers()['content-type']).toContain('application/json');
  expect(request.postDataJSON()).toMatchObject(message('shape'));
  await expect(toasts(page).getByText('Message Sent!')).toBeVisible();
});

test('a subject is not needed', { tag: '@long' }, async ({ page, open }) => {
  await open('/contact');
  await fill(page, '');
  await send(page).click();
  await expect(toasts(page).getByText('Message Sent!', { exact: true })).toBeVisible();
});

const omissions = ['Name', 'Email', 'Message'].flatMap((missing) => ['', '   '].map((blank) => ({ missing, blank })));

for (const { missing, blank } of omissions) {
  test(`${missing} left ${blank ? 'blank' : 'empty'}: "Missing Information", and nothing is sent`, {
    tag: '@long',
  }, async ({ page, open }) => {
    await open('/contact');
    const calls = recordCalls(page);
    await fill(page, 'missing');
    await field(page, missing).fill(blank);
    await send(page).click();
    await expect(toasts(page).getByText('Missing Information', { exact: true })).toBeVisible();
    await expect(
      toasts(page).getByText('Please fill in your name, email, and message.', { exact: true }),
    ).toBeVisible();
    await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive');
    await expect(field(page, missing)).toBeFocused();
    await expect(field(page, 'Subject')).toHaveValue('missing');
    expect(calls).toEqual([]);
  });
}

test('what is missing is said at its field and by the form, until it is there', async ({ page, open }) => {
  await open('/contact');
  await fill(page, 'in words');
  await field(page, 'Email').fill('');
  await send(page).click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter your email address.');
  const answer = page.getByText('Your message was not sent: something is still missing.');
  await expect(answer).toBeVisible();
  await field(page, 'Email').fill('ada@example.org');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('');
  await expect(answer).toHaveCount(0);
  await send(page).click();
  await expect(page.getByText('Your message was sent. You need not do anything else.')).toBeVisible();
});

test('the button stays where it is pressed while a required field is left empty', { tag: '@long' }, async ({
  page,
  open,
}) => {
  await open('/contact');
  await field(page, 'Name').focus();
  await pressStill(send(page));
  await expect(toasts(page).getByText('Missing Information', { exact: true })).toBeVisible();
  await field(page, 'Name').fill('Ada Byron');
  await pressStill(send(page));
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
});

test('the e-mail field is of the e-mail type, and what is no address is not sent', { tag: '@long' }, async ({
  page,
  open,
}) => {
  await open('/contact');
  const calls = recordCalls(page);
  await expect(field(page, 'Email')).toHaveAttribute('type', 'email');
  await fill(page, 'no address');
  await field(page, 'Email').fill('ada at example');
  await send(page).click();
  await expect(field(page, 'Email')).toBeFocused();
  expect(calls).toEqual([]);
});

for (const [how, provoke] of shareOf<[string, (page: Page) => Promise<unknown>]>(
  [
    ['is refused', (page: Page) => page.route(/\/api\/contact$/, (route) => route.fulfill({ status: 500, body: '' }))],
    ['does not arrive', (page: Page) => page.route(/\/api\/contact$/, (route) => route.abort())],
  ],
  2,
)) {
  test(`a message that ${how} stays in the form, and a toast says so`, async ({ page, open, faults }) => {
    faults.allow(/status of 500|net::ERR_FAILED/);
    await open('/contact');
    await provoke(page);
    await fill(page, 'kept');
    await send(page).click();
    await expect(toasts(page).getByText('Error', { exact: true })).toBeVisible();
    await expect(
      toasts(page).getByText('Failed to send message. Please try again or email us directly.', { exact: true }),
    ).toBeVisible();
    await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive');
    await expect(field(page, 'Message')).toHaveValue('Hello,\nand thank you.');
    await expect(send(page)).toBeEnabled();
  });
}

test('what was typed before the scripts came is kept', { tag: '@long' }, async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  await field(page, 'Name').fill('Early Bird');
  release();
  await expect
    .poll(() => page.locator('form[method=post]').evaluate((form: HTMLFormElement) => form.noValidate))
    .toBe(true);
  await expect(field(page, 'Name')).toHaveValue('Early Bird');
});

for (const { name: width, viewport } of shareOf(widths, 2)) {
  test.describe(`${width}, without JavaScript`, () => {
    test.use({ viewport, javaScriptEnabled: false });

    test('the addresses stand there', { tag: '@long' }, async ({ page, open }) => {
      await open('/contact');
      for (const [title, address] of [
        ['Support', 'support@example.com'],
        ['Partnerships', 'partnerships@example.com'],
        ['Submissions', 'submissions@example.com'],
      ] as const) {
        await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
        await expect(page.getByRole('link', { name: address })).toHaveAttribute('href', `mailto:${address}`);
      }
    });

    test('the browser asks for what is required', { tag: '@long' }, async ({ page, open }) => {
      await open('/contact');
      expect(await page.locator('form[method=post]').evaluate((form: HTMLFormElement) => form.noValidate)).toBe(false);
      for (const label of ['Name', 'Email', 'Message']) await expect(field(page, label)).toHaveAttribute('required');
      await expect(field(page, 'Subject')).not.toHaveAttribute('required');
      await send(page).click();
      await expect(page).toHaveURL(/\/contact$/);
      await expect(page.getByText('Missing Information')).toHaveCount(0);
    });

    test('a message is answered on the page', async ({ page, open, site }) => {
      const subject = `plain ${width}`;
      await open('/contact');
      await fill(page, subject);
      await send(page).click();
      await expect(page.getByRole('status').getByText('Message Sent!', { exact: true })).toBeVisible();
      await expect(
        page.getByText("Thank you for reaching out. We'll get back to you within 1-2 business days.", { exact: true }),
      ).toBeVisible();
      await expect(field(page, 'Message')).toHaveValue('');
      const [row] = stored(site, subject) as { message: string }[];
      expect(row?.message.replace(/\r\n/g, '\n')).toBe('Hello,\nand thank you.');
    });

    test('a blank message is answered on the page, with what was typed still in the form', { tag: '@long' }, async ({
      page,
      open,
      faults,
    }) => {
      faults.allow(/status of 422/);
      await open('/contact');
      await fill(page, 'blank');
      await field(page, 'Message').fill('   ');
      await send(page).click();
      await expect(page.getByRole('alert').getByText('Missing Information', { exact: true })).toBeVisible();
      await expect(page.getByText('Please fill in your name, email, and message.', { exact: true })).toBeVisible();
      await expect(field(page, 'Name')).toHaveValue('Ada Byron');
    });
  });
}
