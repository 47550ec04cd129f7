import { shareOf } from '#tests/share.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { pressStill } from '../support/press.ts';
import { shortenPauses } from '../support/short-pauses.ts';
import { toasts } from '../support/toast.ts';
import {
  chats,
  complete,
  completed,
  drafts,
  expect,
  market,
  noAutoPublish,
  output,
  runAll,
  runStep,
  step,
  stop,
  test,
} from './chain-steps.ts';

// The whole tab in a real browser, over HTTP, against the stand-in provider.

test('the inputs', { tag: '@long' }, async ({ page, openTab, stub, site }) => {
  await test.step('the inputs begin with the defaults, and what is missing is said before anything is asked', async () => {
    await openTab();
    await expect(market(page)).toHaveValue('');
    await expect(page.getByLabel('Product/App Name')).toHaveValue('Pole Fitness Classes');
    await expect(page.getByLabel('Product/App Function')).toHaveValue(/pole fitness classes/);
    await expect(page.getByLabel('Product/App URL')).toHaveValue(`${site.url}/pole-dancing-classes-near-me-st-pete`);
    await expect(
      page.getByRole('switch', { name: 'Publish automatically when all steps finish' }),
    ).toHaveAccessibleDescription(
      'The first draft goes live, featured, before you have read it. You can take it back for ten seconds.',
    );
    await expect(page.getByText('0 of 8 steps')).toBeVisible();
    const counted = 'Counted are the eight steps that lead to the drafts. Step 9 refines the best of them.';
    await expect(page.getByText(counted)).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Progress of the workflow' })).toHaveAccessibleDescription(
      counted,
    );
    await expect(page.getByRole('button', { name: 'Parse Step 8' })).toHaveCount(0);
    await runAll(page).click();
    const text = 'Please fill in target market, product/app, and product/app function before';
    await expect(toasts(page)).toContainText(`${text} starting auto-run.`);
    await expect(market(page)).toBeFocused();
    await expect(market(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Target market is required', { exact: true })).toBeVisible();
    await runStep(page, 3);
    await expect(toasts(page)).toContainText(`${text} running chained prompts.`);
    expect(chats(stub)).toHaveLength(0);
  });

  await test.step('the buttons stay where they are pressed while the market is left empty', async () => {
    for (const name of shareOf(['Run All Steps', 'Run step 1'], 2)) {
      await openTab();
      const error = page.getByText('Target market is required', { exact: true });
      await market(page).fill('Gardeners');
      await market(page).fill('');
      await expect(error).toBeHidden();
      await pressStill(page.getByRole('button', { name, exact: true }));
      await expect(error).toBeVisible();
      await expect(toasts(page)).toContainText('Please fill in target market');
    }
    await openTab();
    await market(page).press('Tab');
    await expect(page.getByText('Target market is required', { exact: true })).toBeVisible();
  });
});

test('from the target market to the published post on the site', async ({ page, context, openTab, stub, site }) => {
  await shortenPauses(context);
  await openTab();
  await market(page).fill('Women of forty who sit all day');
  await expect(step(page, 1).getByText(/ · About \$/)).toBeVisible();
  // The form is open only for a moment, so every frame is checked.
  const form = page.waitForFunction(() => document.querySelector('form[aria-label="Create New Post"]') !== null);
  stub.setDelay(80);
  await runAll(page).click();
  await expect(stop(page)).toBeVisible();
  await expect(output(page, 1)).toContainText(/\w+ \w+ \w+/);
  await expect(step(page, 1).getByText('Partial: still arriving')).toBeVisible();
  stub.setDelay(0);
  await form;
  await expect(toasts(page)).toContainText(/Blog post created successfully!|Blog Post Published!/);
  expect(chats(stub).map((entry) => entry.step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);

  const [post] = (await (await page.request.get('/api/posts?limit=1')).json()) as { slug: string; title: string }[];
  await page.goto(`${site.url}/post/${post?.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post?.title ?? '');
  await openTab();
  await expect(page.getByText('8 of 8 steps')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Progress of the workflow' })).toHaveAttribute(
    'aria-valuenow',
    '9',
  );
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await completed(page, number);
  await expect(step(page, 1).getByText(/tokens · \$/)).toBeVisible();
  await expect(drafts(page)).toHaveCount(4);
  await expect(drafts(page).filter({ hasText: 'Refined' })).toHaveCount(1);
  await expect(drafts(page).filter({ hasText: 'Published' })).toHaveCount(1);
});

test('a run that finishes while the owner writes a post publishes its own, and takes no letter', {
  tag: '@long',
}, async ({ page, context, openTab, stub }) => {
  await shortenPauses(context);
  await openTab();
  await market(page).fill('Beekeepers');
  await runAll(page).click();
  await stub.log.until((entry) => entry.step === 8 && entry.end === 'sent');
  stub.setDelay(50);
  await page.getByRole('tab', { name: 'Posts' }).click();
  await page.getByRole('link', { name: 'Create New Post' }).click();
  const title = page.getByLabel('Title', { exact: true });
  await title.click();
  const bar = page.getByRole('status').filter({ hasText: 'Published:' });
  let typed = '';
  await expect(async () => {
    await page.keyboard.type('one more word ');
    typed += 'one more word ';
    stub.setDelay(0);
    expect(await bar.isVisible()).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [50] });
  await page.keyboard.type('and the end');
  await expect(title).toHaveValue(`${typed}and the end`);
  await expect(title).toBeFocused();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('form', { name: 'Create New Post' })).toBeVisible();
});

test('what a run has published can be taken back for ten seconds', { tag: '@long' }, async ({
  page,
  context,
  openTab,
}) => {
  await shortenPauses(context);
  await openTab();
  await market(page).fill('Gardeners');
  await runAll(page).click();
  await expect(toasts(page)).toContainText('Workflow Complete!');
  const bar = page.getByRole('status').filter({ hasText: 'Published:' });
  await expect(bar).toBeInViewport();
  const below = await page.getByRole('main').boundingBox();
  const above = await bar.boundingBox();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  // The bar is visible however far the page is scrolled.
  await page.mouse.wheel(0, 2000);
  await expect(bar).toBeInViewport();
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page).filter({ hasText: 'Taken off the site' })).toBeVisible();
  const [post] = (await (await page.request.get('/api/posts?limit=1')).json()) as { id: number; published: boolean }[];
  expect(post?.published).toBe(false);
  // The draft still knows its post: Edit Post leads to it and makes no second one.
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  const draft = drafts(page).filter({ hasText: 'Saved as a draft' });
  await expect(draft).toHaveCount(1);
  await draft.getByRole('link', { name: 'Edit Post' }).click();
  await expect(page.getByRole('form', { name: 'Edit Post' })).toBeVisible();
  expect(new URL(page.url()).search).toBe(`?edit=${post?.id}`);
});

// `npm test` covers this in `run-store.test.ts` and `run-faults.test.ts`; the run above tests how an answer arrives.
test('while a run goes on, and after it was stopped', { tag: '@long' }, async ({ page, openTab, stub }) => {
  await test.step('an answer is shown as it arrives; Stop ends its call, and what came stays as partial', async () => {
    await openTab();
    const title = await page.title();
    stub.setDelay(80);
    await market(page).fill('Gardeners');
    await runAll(page).click();
    await expect(step(page, 1).getByText('Processing...')).toBeVisible();
    await expect(output(page, 1)).toContainText(/\w+ \w+ \w+/);
    await expect(step(page, 1).getByText('Partial: still arriving')).toBeVisible();
    await test.step('while the page is hidden its title says how far the run is', async () => {
      const show = (state: string) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'visibilityState', { value, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, state);
      await show('hidden');
      await expect(page).toHaveTitle(`Step 1 of 9 · ${title}`);
      await show('visible');
      await expect(page).toHaveTitle(title);
    });
    await test.step('the header of every tab says so too, and leads back', async () => {
      await page.getByRole('tab', { name: 'Settings' }).click();
      const sign = page.getByRole('link', { name: 'Chained prompts: Step 1 of 9' });
      await expect(sign).toBeVisible();
      await expect(page.getByRole('button', { name: 'Stop the workflow' })).toBeVisible();
      await sign.click();
      await expect(stop(page)).toBeVisible();
    });
    const [call] = chats(stub);
    await page.getByRole('button', { name: 'Stop the workflow' }).click();
    await stub.log.until((entry) => entry.id === call?.id && entry.end === 'closed by client');
    await expect(runAll(page)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Chained prompts:/ })).toHaveCount(0);
    await expect(step(page, 1).getByText('Pending')).toBeVisible();
    await expect(page.getByText('Stopped in step 1. Run All Steps goes on from there.')).toBeVisible();
    await step(page, 1).getByRole('button', { name: 'Output of step 1' }).click();
    await expect(output(page, 1)).toContainText(/\w+ \w+ \w+/);
    await expect(step(page, 1).getByText('Partial', { exact: true })).toBeVisible();
    expect(chats(stub)).toHaveLength(1);
  });

  await longStep('Test AI limits says how long an answer may become', async () => {
    stub.setDelay(0);
    await page.getByRole('button', { name: 'Test AI limits' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test AI limits' });
    await dialog.getByRole('button', { name: 'Run the test' }).click();
    await expect(dialog.getByText('16,384')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'What the model answered' })).toContainText('we come to');
  });
});

test('Run All Steps on a finished run asks first; then the old run is kept and a new one begins', {
  tag: '@long',
}, async ({ page, context, openTab, stub }) => {
  await shortenPauses(context);
  await openTab();
  await noAutoPublish(page);
  await market(page).fill('Night nurses');
  await runAll(page).click();
  await expect(page.getByRole('form', { name: 'Create New Post' })).toBeVisible();
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await market(page).fill('Day nurses');
  const asked = chats(stub).length;
  await runAll(page).click();
  const question = page.getByRole('alertdialog', { name: 'Begin a new run?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await completed(page, 9);
  expect(chats(stub)).toHaveLength(asked);
  stub.setDelay(20);
  await runAll(page).click();
  await question.getByRole('button', { name: 'Run All Steps' }).click();
  await expect(output(page, 1)).toContainText(/\w+ \w+/);
  await stop(page).click();
  await expect(runAll(page)).toBeVisible();
  expect(chats(stub)[asked]?.prompt).toContain('Day nurses');
  await page.getByRole('button', { name: 'Past Runs' }).click();
  const past = page.getByRole('dialog').getByRole('article', { name: 'Night nurses' });
  await expect(past).toContainText('9 of 9 completed');
});

test('Try again asks for the step that failed: alone if it was asked for alone, else with what was to follow', {
  tag: '@long',
}, async ({ page, openTab, stub, faults }) => {
  faults.allow(/Failed to load resource/);
  await openTab();
  await market(page).fill('Potters');
  stub.plan('content-policy');
  await runStep(page, 3);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await completed(page, 3);
  // No further step follows, and the earlier steps are not run.
  await expect(runAll(page)).toBeVisible();
  expect(chats(stub).map((entry) => entry.step)).toEqual([3, 3]);
  stub.plan('content-policy');
  await runAll(page).click();
  await expect(again).toBeVisible();
  await expect(page.getByText(/minutes? left/)).toHaveCount(0);
  await again.click();
  await completed(page, 2);
  await stop(page).click();
  expect(
    chats(stub)
      .map((entry) => entry.step)
      .slice(0, 5),
  ).toEqual([3, 3, 1, 1, 2]);
});

test('axe finds nothing on a run with drafts, in both themes, on a phone too, and nothing sticks out', {
  tag: '@long',
}, async ({ page, openTab }) => {
  await openTab();
  await market(page).fill('Teachers');
  await complete(page, 8);
  await expect(drafts(page)).toHaveCount(3);
  await step(page, 8).getByRole('button', { name: 'Output of step 8' }).click();
  await step(page, 1).getByRole('button', { name: 'Template of step 1', exact: true }).click();
  await step(page, 2).getByRole('button', { name: 'What is sent for step 2' }).click();
  await expect(page.getByRole('region', { name: 'What is sent for step 2' })).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
});
