import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, SEED_PICTURES } from '#server/paths.ts';
import { recordCalls } from '../support/calls.ts';
import { expectContent } from '../support/content-field.ts';
import { longStep } from '../support/long-step.ts';
import { installClock } from '../support/stopped-clock.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test } from './admin-test.ts';
import { edit, makePost } from './post-steps.ts';

const PICTURE = path.join(projectRoot(), SEED_PICTURES, 'nine-squares.jpg');
const fileField = (page: Page) => page.getByLabel('Featured image file');
const manager = (page: Page) => page.getByRole('dialog', { name: 'Image Manager' });

test('the picture of a new post', { tag: '@long' }, async ({ page, openAdmin, faults }) => {
  await test.step('the widget takes a picture, shows it and lets go of it', async () => {
    await openAdmin('/admin#new');
    await expect(page.getByText('Click to upload or drag and drop')).toBeVisible();
    await expect(page.getByText('PNG, JPG, GIF up to 10MB')).toBeVisible();
    await expect(fileField(page)).toHaveAttribute('accept', 'image/*');
    await fileField(page).setInputFiles(PICTURE);
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
    await expect(page.getByLabel('Image URL')).toHaveValue(/^\/uploads\//);
    await page.getByRole('button', { name: 'Remove image' }).press('Enter');
    await expect(page.getByLabel('Image URL')).toHaveValue('');
    await expect(fileField(page)).toBeFocused();
  });

  await longStep('a picture that does not load says what to do', async () => {
    faults.allow(/status of 404/);
    await page.getByLabel('Image URL').fill('/uploads/no-such-picture.webp');
    await page.getByLabel('Image URL').blur();
    await expect(page.getByText('Image failed to load')).toBeVisible();
    await expect(page.getByText('Please generate a new image or upload a different one')).toBeVisible();
  });

  await longStep('a picture that comes into the widget moves nothing under the pointer', async () => {
    const button = page.getByRole('button', { name: 'Generate Image' });
    await page.getByLabel('Image URL').fill('');
    await page.getByLabel('Image URL').blur();
    await expect(page.getByText('Click to upload or drag and drop')).toBeVisible();
    await page.getByLabel('Image URL').fill('https://pictures.example.org/boat.jpg');
    const before = await button.boundingBox();
    await page.getByLabel('Image URL').blur();
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
    await expect.poll(() => button.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Remove image' }).press('Enter');
  });

  await longStep('an upload can be cancelled', async () => {
    faults.allow(/ERR_FAILED|Failed to load/);
    await page.route('**/api/upload/image', () => undefined);
    await fileField(page).setInputFiles({ name: 'slow.jpg', mimeType: 'image/jpeg', buffer: await readFile(PICTURE) });
    await page.getByRole('button', { name: 'Cancel upload' }).press('Enter');
    await expect(fileField(page)).toBeFocused();
    await expect(toasts(page)).toHaveCount(0);
    await page.unroute('**/api/upload/image');
  });

  await test.step('what is no picture is not sent; what only looks like one is refused with the reason', async () => {
    faults.allow(/status of (4\d\d|503)/);
    await fileField(page).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
    await expect(page.getByText('"notes.txt" is not a picture.')).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await fileField(page).setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('words') });
    // The reason is shown, and not the advice to try again.
    await expect(page.getByText(/PNG, JPEG, GIF, WebP and AVIF/)).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await page.route('**/api/upload/image', (route) =>
      route.fulfill({ status: 503, json: { code: 'overloaded', message: 'Busy.' } }),
    );
    await fileField(page).setInputFiles(PICTURE);
    await expect(toasts(page)).toContainText('Error');
    await expect(toasts(page)).toContainText('Failed to upload image. Please try again.');
  });
});

test('the manager of a post’s pictures', { tag: '@long' }, async ({ page, openAdmin }) => {
  await test.step('the pictures of this post alone are shown on demand', async () => {
    await openAdmin('/admin?edit=1');
    const others = await page.request.post('/api/upload/image', {
      multipart: { image: { name: 'squares.jpg', mimeType: 'image/jpeg', buffer: await readFile(PICTURE) } },
    });
    expect(others.ok()).toBe(true);
    await page.getByRole('button', { name: 'Manage Images' }).click();
    await expect(manager(page).getByRole('article').nth(1)).toBeVisible();
    await manager(page).getByLabel('Show').selectOption('In this post');
    await expect(manager(page).getByRole('article')).toHaveCount(1);
    await expect(manager(page).getByRole('article')).toContainText('Used by 1 post');
    await manager(page).getByRole('button', { name: 'Close Window' }).click();
  });

  await test.step('the manager shows each picture with its size, date and use, and features it', async () => {
    await openAdmin('/admin?edit=1');
    await page.getByRole('button', { name: 'Manage Images' }).click();
    const used = manager(page).getByRole('article').filter({ hasText: 'Used by 1 post' }).first();
    await expect(used).toContainText(/\d+\.\d KB/);
    await expect(used).toContainText('Featured');
    const toggle = used.getByRole('button', { name: 'Use as Featured' });
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await manager(page).getByRole('button', { name: 'Close Window' }).click();
    await expect(page.getByLabel('Image URL')).toHaveValue('');
  });

  await test.step('title and alt text are changed, and a delete asks first', async () => {
    const squares = path.join(projectRoot(), SEED_PICTURES, 'fold-in-thirds.jpg');
    await fileField(page).setInputFiles(squares);
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
    await page.getByRole('button', { name: 'Manage Images' }).click();
    const newest = manager(page).getByRole('article').first();
    await newest.getByRole('button', { name: 'Edit title and alt text' }).click();
    await expect(newest.getByLabel('Title')).toBeFocused();
    await newest.getByLabel('Title').fill('Three folds');
    await newest.getByLabel('Alt text').fill('A folded sheet');
    await newest.getByLabel('Alt text').press('Enter');
    const renamed = manager(page).getByRole('article', { name: 'Three folds' });
    await expect(renamed.getByRole('img', { name: 'A folded sheet' })).toBeVisible();
    await expect(renamed.getByRole('button', { name: 'Edit title and alt text' })).toBeFocused();
    await renamed.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog', { name: 'Are you sure you want to delete this image?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(toasts(page)).toContainText('Image deleted successfully!');
    await expect(renamed).toHaveCount(0);
  });
});

test('all pictures are removed from the text, wherever they stand, after a question that counts them', {
  tag: '@long',
}, async ({ page, openAdmin, faults }) => {
  faults.allow(/status of 404/);
  await openAdmin();
  const picture = (name: string) => `![${name}](/uploads/${name}.png)`;
  const { id } = await makePost(page, { text: `${picture('a')}\n\nWords.\n\n${picture('b')}` });
  await edit(page, id);
  await page.getByRole('button', { name: 'Manage Images' }).click();
  await manager(page).getByRole('button', { name: 'Remove All Inline Images' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove all 2 pictures from the text?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(toasts(page)).toContainText('All Images Removed');
  await expect(manager(page).getByRole('button', { name: 'Remove All Inline Images' })).toBeDisabled();
  await manager(page).getByRole('button', { name: 'Close Window' }).click();
  await expectContent(page, 'Words.');
});

test.describe('Generate Image', () => {
  const CALL = '**/api/ai/generate-image';
  const button = (page: Page) => page.getByRole('button', { name: /^Generat/ });
  const address = (page: Page) => page.getByLabel('Image URL');
  const refuse = (page: Page, status: number, code: string, message: string) =>
    page.route(CALL, (route) => route.fulfill({ status, json: { code, message } }));

  test.beforeEach(async ({ page, openAdmin }) => {
    await openAdmin('/admin#new');
    await page.getByLabel('Title', { exact: true }).fill('A Boat of Paper');
    await page.getByLabel('Excerpt').fill('It floats for an afternoon.');
  });

  test('asks for a picture, or says why it does not', { tag: '@long' }, async ({ page, faults }) => {
    await test.step('needs title and excerpt, and without them sends nothing', async () => {
      const calls = recordCalls(page);
      for (const [field, words] of [
        ['Title', 'A Boat of Paper'],
        ['Excerpt', 'It floats for an afternoon.'],
      ] as const) {
        await page.getByLabel(field, { exact: true }).fill('  ');
        await button(page).click();
        await expect(toasts(page)).toContainText('Please fill in the title and excerpt first to generate an image.');
        await page.getByLabel(field, { exact: true }).fill(words);
        await toasts(page).getByRole('button', { name: 'Close' }).click();
        await expect(toasts(page)).toHaveCount(0);
      }
      expect(calls.filter((call) => call.includes('/ai/'))).toEqual([]);
    });

    await test.step('a server without a provider says so, and keeps the picture there was', async () => {
      faults.allow(/status of 50\d/);
      await address(page).fill('https://pictures.example.org/boat.jpg');
      await button(page).click();
      await expect(toasts(page)).toContainText('Image Generation Failed');
      await expect(toasts(page)).toContainText('not set up');
      await expect(address(page)).toHaveValue('https://pictures.example.org/boat.jpg');
      await expect(button(page)).toBeEnabled();
    });

    await test.step('sends title, excerpt, the target market and the custom prompt, and features what comes', async () => {
      await page.evaluate(() => {
        localStorage.setItem('chainedPromptsFormValues', JSON.stringify({ targetMarket: 'People who fold paper' }));
      });
      await page.reload();
      await page.getByLabel('Title', { exact: true }).fill('A Boat of Paper');
      await page.getByLabel('Excerpt').fill('It floats for an afternoon.');
      const [stored] = await (await page.request.get('/api/images')).json();
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(CALL, async (route) => {
        await released;
        await route.fulfill({ json: { ...stored, imageUrl: stored.url } });
      });
      await address(page).fill('https://pictures.example.org/before.jpg');
      await page.getByLabel('Custom image prompt (optional)').fill('From above');
      const sent = page.waitForRequest(CALL);
      await button(page).click();
      await expect(button(page)).toHaveText('Generating...');
      await expect(button(page)).toBeDisabled();
      expect((await sent).postDataJSON()).toEqual({
        title: 'A Boat of Paper',
        excerpt: 'It floats for an afternoon.',
        targetMarket: 'People who fold paper',
        customPrompt: 'From above',
      });
      expect((await sent).headers()['idempotency-key']).toMatch(/^[\x21-\x7e]{8,}$/);
      release();
      await expect(toasts(page)).toContainText('Image Generated!');
      await expect(address(page)).toHaveValue(stored.url);
      await expect(page.getByRole('img', { name: 'Preview' })).toHaveAttribute('src', stored.url);
      await expect(button(page)).toHaveText('Generate Image');
    });
  });

  test('an image model that is still activating is told by a second toast, any other failure once', {
    tag: '@long',
  }, async ({ page, faults }) => {
    faults.allow(/status of (402|422)/);
    await installClock(page);
    await refuse(page, 402, 'ai_budget_reached', 'The monthly AI budget is used up.');
    await button(page).click();
    await expect(toasts(page)).toContainText('The monthly AI budget is used up.');
    await page.clock.runFor(2500);
    await expect(toasts(page)).not.toContainText('Almost Ready!');
    await refuse(page, 422, 'ai_refused', 'Your account has no access to the image model yet.');
    await button(page).click();
    await expect(toasts(page).filter({ hasText: 'no access to the image model yet.' })).toContainText(
      'Image Generation Failed',
    );
    await page.clock.runFor(2500);
    await expect(toasts(page).filter({ hasText: 'Almost Ready!' })).toContainText(/5-10 minutes/);
  });

  test('a call whose answer was lost is made again under its key, a refused one under another', {
    tag: '@long',
  }, async ({ page, faults }) => {
    faults.allow(/ERR_|Failed to load|status of 422/);
    const keys: string[] = [];
    const answers = ['lost', 'refused', 'lost'];
    await page.route(CALL, async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      if (answers[keys.length - 1] === 'lost') await route.abort('connectionreset');
      else await route.fulfill({ status: 422, json: { code: 'ai_refused', message: 'Refused.' } });
    });
    for (const made of [1, 2, 3]) {
      await button(page).click();
      await expect.poll(() => keys.length).toBe(made);
      await expect(button(page)).toBeEnabled();
    }
    expect(keys[0]).not.toBe('');
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
