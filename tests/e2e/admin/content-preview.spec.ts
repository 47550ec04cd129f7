import { DESKTOP, PHONE } from '../site-test.ts';
import { longStep } from '../support/long-step.ts';
import { expect, test } from './admin-test.ts';
import { button, content, expectContent, fillContent, preview, showPreview, text } from './editor-steps.ts';

// The text as readers will see it, beside the typed text.

test('beside what is typed', { tag: '@long' }, async ({ page, openAdmin, context }) => {
  await test.step('the preview shows the text as readers will see it, while it is typed', async () => {
    await openAdmin('/admin#new');
    await showPreview(page);
    await expect(preview(page)).toContainText('The post is shown here as readers will see it.');
    await content(page).pressSequentially('# Rest well\n\n- one\ntwo');
    await expect(preview(page).getByRole('heading', { name: 'Rest well', level: 2 })).toBeVisible();
    await expect(preview(page).getByRole('listitem')).toHaveText(['one', 'two']);
    await fillContent(page, 'Gone.');
    await expect(preview(page).getByRole('heading')).toHaveCount(0);
    await expect(preview(page)).toContainText('Gone.');
  });

  await longStep('what stays the same in the preview is not drawn anew', async () => {
    await fillContent(page, 'First.\n\nSecond.\n\nThird.');
    const third = preview(page).getByText('Third.');
    await third.evaluate((element) => element.setAttribute('data-kept', ''));
    await fillContent(page, 'First.\n\nAnother.\n\nThird.');
    await expect(preview(page)).toContainText('Another.');
    await expect(third).toHaveCount(1);
  });

  await longStep('the preview says why there is none', async () => {
    await fillContent(page, '> '.repeat(500));
    await expect(preview(page)).toContainText('This text is too large or too deeply nested to be rendered.');
    await fillContent(page, 'Plain again.');
    await expect(preview(page)).toContainText('Plain again.');
    await expect(preview(page)).not.toContainText('too deeply nested');
  });

  await test.step('links in the preview open outside, and leave the form alone', async () => {
    await fillContent(page, '[Elsewhere](https://elsewhere.example/page) and [here](/post/live-one)');
    const opened = context.waitForEvent('page');
    await preview(page).getByRole('link', { name: 'Elsewhere' }).click();
    await (await opened).close();
    const own = context.waitForEvent('page');
    await preview(page).getByRole('link', { name: 'here', exact: true }).press('Enter');
    const post = await own;
    expect(new URL(post.url()).pathname).toBe('/post/live-one');
    await expectContent(page, /^\[Elsewhere\]/);
  });

  await test.step('beside the text where there is room, below it where there is none', async () => {
    const boxes = async () => {
      const [typed, shown] = [await content(page).boundingBox(), await preview(page).boundingBox()];
      if (typed === null || shown === null) return 'not drawn';
      if (shown.x > typed.x + typed.width) return 'beside';
      return shown.y >= typed.y + typed.height ? 'below' : 'over each other';
    };
    await expect.poll(boxes).toBe('beside');
    await page.setViewportSize(PHONE);
    await expect.poll(boxes).toBe('below');
    await page.setViewportSize(DESKTOP);
    await expect.poll(boxes).toBe('beside');
  });

  await longStep('the preview scrolls along with the text', async () => {
    await fillContent(page, text(1000));
    const scroll = (top: number) =>
      content(page).evaluate((field, to) => field.closest('.cm-scroller')?.scrollTo(0, to), top);
    await scroll(Number.MAX_SAFE_INTEGER);
    await expect(preview(page).getByText('word1000')).toBeInViewport();
    await scroll(0);
    await expect(preview(page).getByText(/^word1 word2/)).toBeInViewport();
  });

  await test.step('the preview is shown where it is asked for, and that is remembered', async () => {
    await page.reload();
    await expect(preview(page)).toBeVisible();
    await button(page, 'Preview').click();
    await expect(preview(page)).toHaveCount(0);
    await page.reload();
    await expect(content(page)).toBeVisible();
    await expect(button(page, 'Preview')).toHaveAttribute('aria-pressed', 'false');
    await expect(preview(page)).toHaveCount(0);
  });
});

test('the preview asks another site for a picture when the owner asks for it, and shows it from then on', {
  tag: '@long',
}, async ({ page, openAdmin, outside }) => {
  await openAdmin('/admin#new');
  await showPreview(page);
  await fillContent(page, 'Words.\n\n![A boat](https://pictures.example/boat.jpg)\n\nMore words.');
  const ask = preview(page).getByRole('button', { name: 'Show the picture of pictures.example: A boat' });
  await expect(ask).toBeVisible();
  expect(outside.asked).toEqual([]);
  await ask.click();
  await expect(preview(page).getByRole('img', { name: 'A boat' })).toHaveCount(1);
  await expect.poll(() => outside.asked).toEqual(['https://pictures.example/boat.jpg']);
  await fillContent(page, 'Words.\n\nBefore it. ![A boat](https://pictures.example/boat.jpg)\n\nMore words.');
  await expect(preview(page)).toContainText('Before it.');
  await expect(ask).toHaveCount(0);
});
