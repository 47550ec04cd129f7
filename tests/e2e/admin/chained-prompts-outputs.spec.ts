import type { Fault } from '#tests/ai-stub/stub-faults.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { content, contentText, expectContent } from '../support/content-field.ts';
import { toasts } from '../support/toast.ts';
import {
  chats,
  complete,
  completed,
  drafts,
  expect,
  market,
  output,
  promptEditor,
  promptOf,
  runAll,
  runStep,
  step,
  stop,
  test,
} from './chain-steps.ts';

// The use of what the model writes, well or badly, and of the prompts that ask for it.

/**
 * The fault that has words of its own, and the fault that could reveal the key; the words of each fault:
 * `run-faults.test.ts`.
 */
const faultTexts: [fault: Fault, title: string, text: string][] = [
  [
    'context-length',
    'Token Limit Reached',
    'Context too large for GPT-4o (exceeded 128K tokens). Please reset chained prompts and try with shorter responses.',
  ],
  [
    'unauthorized',
    'Error',
    'The AI provider refused the key. It is set where the server is: add a provider in Settings, AI, or tell whoever runs the server.',
  ],
];

for (const [fault, title, text] of faultTexts) {
  test(`${fault}: the owner is told "${title}", the run stops, and what came before is kept`, { tag: '@long' }, async ({
    page,
    openTab,
    stub,
    faults,
  }) => {
    faults.allow(/Failed to load resource/);
    await openTab();
    await market(page).fill('Beekeepers');
    await complete(page, 1);
    stub.plan(fault, { times: 5 });
    await runAll(page).click();
    const toast = toasts(page);
    await expect(toast).toContainText(title);
    await expect(toast).toContainText(text);
    // Besides the toast, which goes away, the fault is shown once.
    await expect(page.getByRole('tabpanel').getByText(text)).toHaveCount(1);
    await expect(runAll(page)).toBeVisible();
    await completed(page, 1);
    expect(await page.content()).not.toContain('sk-the-tests');
    stub.reset();
    const again = page.getByRole('button', { name: 'Try again' });
    if (fault === 'unauthorized') {
      await expect(again).toHaveCount(0);
      await page.getByRole('button', { name: 'Open AI settings' }).click();
      await expect(page.getByRole('heading', { name: 'AI', exact: true })).toBeFocused();
      await page.getByRole('tab', { name: 'Chained Prompts' }).click();
      await runAll(page).click();
    } else await again.click();
    await completed(page, 2);
    await stop(page).click();
    await expect(runAll(page)).toBeVisible();
  });
}

test('steps written from an older step are marked, also after a reload, and can be written anew', {
  tag: '@long',
}, async ({ page, openTab, stub }) => {
  await openTab();
  await market(page).fill('Beekeepers');
  await complete(page, 5, 6, 7);
  stub.say('Other titles than before.');
  await runStep(page, 5);
  const again = page.getByRole('status').getByRole('button', { name: /^Re-run 6–9 \(about \$/ });
  await expect(again).toBeEnabled();
  stub.reset();
  await openTab();
  for (const number of [6, 7]) {
    await expect(
      step(page, number).getByText('Out of date: written from an older step 5', { exact: true }),
    ).toBeVisible();
    await completed(page, number);
    const ofRow = step(page, number).getByRole('button', { name: new RegExp(`^Re-run ${number}–9 \\(about \\$`) });
    await expect(ofRow).toBeEnabled();
  }
  await expect(page.getByText(/^Out of date/)).toHaveCount(3);
  await step(page, 5).getByRole('button', { name: 'Output of step 5' }).click();
  // The row and each attempt name the model that wrote the answer.
  await expect(step(page, 5)).toContainText('gpt-4o-stand-in · ');
  await step(page, 5).getByRole('button', { name: 'Compare attempts' }).click();
  const attempts = page.getByRole('dialog', { name: 'Attempts at step 5' });
  await expect(attempts.getByText(/ · gpt-4o-stand-in · /)).toHaveCount(2);
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
  await attempts.getByRole('button', { name: 'Words that differ' }).click();
  await expect(attempts.getByText(/stands on the left alone/)).toBeVisible();
  await attempts.getByRole('button', { name: /^Use this output/ }).click();
  await expect(page.getByText(/^Out of date/)).toHaveCount(0);
  await attempts.getByRole('button', { name: /^Use this output/ }).click();
  await attempts.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/^Out of date/)).toHaveCount(3);
  await again.click();
  await completed(page, 6);
  await stop(page).click();
  await expect(page.getByText(/^Out of date/)).toHaveCount(0);
});

test('an output with scripts and remote pictures is text and nothing else', { tag: '@long' }, async ({
  page,
  openTab,
  stub,
  outside,
}) => {
  await openTab();
  await market(page).fill('Anyone');
  stub.plan('hostile');
  await complete(page, 8);
  await step(page, 8).getByRole('button', { name: 'Output of step 8' }).click();
  await expect(output(page, 8)).toContainText('<script>alert(1)</script>');
  await expect(output(page, 8)).toContainText('{{draftBlogs}} $&');
  await expect(drafts(page)).toHaveCount(1);
  const isQuiet = () => expect(outside.asked.filter((address) => address.includes('tracker'))).toEqual([]);
  isQuiet();
  await drafts(page).first().getByRole('button', { name: 'Edit Post' }).click();
  await expectContent(page, /\{\{draftBlogs\}\} \$&/);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Show the picture of tracker.example: x');
  isQuiet();
});

test('an output of 5 MB is kept as far as a post may be long, drawn in part, copied whole, and there after a reload', {
  tag: '@long',
}, async ({ page, context, openTab, stub }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTab();
  await market(page).fill('Anyone');
  stub.plan('huge');
  await runStep(page, 8);
  // The page responds while the answer arrives.
  await page.getByLabel('Product/App Name').fill('Anything');
  await expect(toasts(page)).toContainText('The answer was cut off at its length limit.');
  const isShown = async () => {
    await expect(output(page, 8)).toContainText('characters are not shown here. Copy gives all of them.');
    await expect(step(page, 8).getByText('1,000,000 characters')).toBeVisible();
    await expect(step(page, 8).getByText('Partial', { exact: true })).toBeVisible();
    expect((await output(page, 8).innerText()).length).toBeLessThan(60_000);
  };
  await step(page, 8).getByRole('button', { name: 'Output of step 8' }).click();
  await isShown();
  await step(page, 8).getByRole('button', { name: 'Copy' }).click();
  await expect(toasts(page).filter({ hasText: 'Copied' })).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).length).toBe(1_000_000);

  await page.reload();
  await step(page, 8).getByRole('button', { name: 'Output of step 8' }).click();
  await isShown();
  await expect(page.getByLabel('Product/App Name')).toHaveValue('Anything');
  await complete(page, 8);
  await expect(drafts(page)).toHaveCount(3);
});

test('a draft of a megabyte is one of the list; a step that would hand it on is refused before anything is asked', {
  tag: '@long',
}, async ({ page, openTab, stub, faults }) => {
  faults.allow(/Failed to load resource/);
  await openTab();
  await market(page).fill('Anyone');
  const article = 'A bean leans toward the light, and nobody has told it to. '.repeat(16_000);
  stub.say(`Title: One Long Post\nContent:\n${article}`);
  await runStep(page, 8);
  await expect(drafts(page)).toHaveCount(1, { timeout: 60_000 });
  await completed(page, 8);
  const before = chats(stub).length;
  await runStep(page, 9);
  await expect(toasts(page).filter({ hasText: 'Token Limit Reached' })).toBeVisible();
  expect(chats(stub)).toHaveLength(before);
  await page.reload();
  await expect(drafts(page)).toHaveCount(1);
  await drafts(page).first().getByRole('button', { name: 'Edit Post' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('One Long Post');
  await content(page).waitFor();
  expect((await contentText(page)).length).toBe(article.trim().length);
});

test('an image model that is not ready says why, and two seconds later that it is almost ready', {
  tag: '@long',
}, async ({ page, openTab, stub, faults }) => {
  faults.allow(/Failed to load resource/);
  await openTab();
  await market(page).fill('Anyone');
  await runStep(page, 8);
  await expect(drafts(page)).toHaveCount(3);
  stub.plan('forbidden');
  await drafts(page).first().getByRole('button', { name: 'Generate Image' }).click();
  const almost = toasts(page).filter({ hasText: 'Almost Ready!' });
  await expect(toasts(page).filter({ hasText: 'Image Generation Failed' })).toContainText(
    'no access to gpt-image-1 yet',
  );
  const toldAt = Date.now();
  await expect(almost).toContainText(
    "Image-model access is still activating. Please try again in 5-10 minutes or check the provider's billing settings.",
  );
  expect(Date.now() - toldAt).toBeGreaterThan(1500);
});

test('a prompt that is too long says so, cannot be saved, and stays in the editor', { tag: '@long' }, async ({
  page,
  openTab,
}) => {
  await openTab();
  await promptOf(page, 4).click();
  const editor = promptEditor(page);
  const limit = step(page, 4).getByText('At most 200,000 characters, please.');
  const save = step(page, 4).getByRole('button', { name: 'Save' });
  await editor.fill('x'.repeat(200_001));
  await expect(limit).toBeVisible();
  await expect(editor).toHaveAccessibleDescription('At most 200,000 characters, please.');
  await expect(save).toBeDisabled();
  await expect(editor).toHaveValue(/^x{200001}$/);
  await editor.press('Backspace');
  await expect(limit).toHaveCount(0);
  await expect(save).toBeEnabled();
  // By key: measuring a text of this length moves the button when the result arrives, and a click might miss the
  // button.
  await promptOf(page, 4).press('Enter');
  await expect(editor).toHaveCount(0);
});

// Tested one level below in `template-store.test.ts`, `unsaved-prompts.test.ts` and
// `server/routes/prompt-versions.test.ts`.
test('a step has a name and a prompt of the owner’s, which survive a reload; both can be reset', {
  tag: '@long',
}, async ({ page, openTab, stub }) => {
  await openTab();
  await market(page).fill('Anyone');
  const name = page.getByLabel('Name of step 2');
  await name.fill('Pains and gains');
  await name.press('Enter');
  await promptOf(page, 2).click();
  const editor = promptEditor(page);
  await expect(editor).toHaveValue(/\{\{targetMarket\}\}/);
  await editor.fill('Say something about {{targetMarket}} and');
  await expect(step(page, 2).getByText('unsaved changes to its prompt')).toBeVisible();
  await page.reload();
  await expect(step(page, 2).getByText('unsaved changes to its prompt')).toBeVisible();
  await promptOf(page, 2).click();
  await expect(editor).toHaveValue('Say something about {{targetMarket}} and');
  await editor.fill('Say something about {{targetMraket}} and {{buyerAvatar}}.');
  await expect(step(page, 2).getByText('Did you mean {{targetMarket}}?')).toBeVisible();
  await expect(step(page, 2).getByRole('button', { name: 'Save' })).toBeDisabled();
  await step(page, 2).getByRole('button', { name: 'Use {{targetMarket}}' }).click();
  await expect(editor).toHaveValue('Say something about {{targetMarket}} and {{buyerAvatar}}.');
  await step(page, 2).getByLabel('Note on this version of prompt 2').fill('Much shorter');
  await step(page, 2).getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page)).toContainText('Prompt Saved');
  await page.reload();
  await expect(name).toHaveValue('Pains and gains');
  await step(page, 2).getByRole('button', { name: 'What is sent for step 2' }).click();
  const full = page.getByRole('region', { name: 'What is sent for step 2' });
  await expect(full).toHaveText('Say something about Anyone and .');
  await expect(step(page, 2).getByText('Still empty: buyer avatar (step 1).')).toBeVisible();
  await complete(page, 2);
  expect(chats(stub)[0]?.prompt).toContain('Say something about Anyone');
  await promptOf(page, 2).click();
  await step(page, 2).getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of prompt 2' });
  await expect(versions.getByText('Much shorter')).toBeVisible();
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
  await versions.getByRole('radio').last().check();
  await versions.getByRole('button', { name: /^Restore version / }).click();
  await expect(versions).toBeHidden();
  await expect(editor).not.toHaveValue(/Say something/);
  await step(page, 2).getByRole('button', { name: 'What is sent for step 2' }).click();
  await page.getByRole('button', { name: 'Reset Custom Prompts' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Custom Prompts' }).click();
  await expect(toasts(page)).toContainText('Custom Prompts Cleared');
  await expect(step(page, 2).getByText('As it was sent.')).toBeVisible();
  await promptOf(page, 2).click();
  await expect(editor).toHaveValue(/\{\{buyerAvatar\}\}/);
  await expect(editor).not.toHaveValue(/Say something/);
});

test('what stands in the editor is tried on a past run, and used where it was better', { tag: '@long' }, async ({
  page,
  openTab,
  stub,
}) => {
  await openTab();
  await market(page).fill('Anyone');
  await complete(page, 2);
  await promptOf(page, 2).click();
  await promptEditor(page).fill('Say it shorter for {{targetMarket}}.');
  await step(page, 2).getByRole('button', { name: 'Try on past runs' }).click();
  const lab = page.getByRole('dialog', { name: 'Try prompt 2 on past runs' });
  await lab.getByRole('button', { name: 'Try on the last run', exact: true }).click();
  await lab.getByRole('button', { name: 'The new one' }).click();
  await expect(lab.getByText('New better in 1 of 1')).toBeVisible();
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
  expect(chats(stub).at(-1)?.prompt).toContain('Say it shorter for Anyone.');
  await lab.getByRole('button', { name: 'Use this prompt' }).click();
  await expect(lab).toBeHidden();
  await step(page, 2).getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of prompt 2' });
  await expect(versions.getByRole('listitem').first()).toContainText('Better in 1 of 1 replays');
  await page.keyboard.press('Escape');
  await expect(versions).toBeHidden();
  // Other tests run the shipped prompts.
  await page.getByRole('button', { name: 'Reset Custom Prompts' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Custom Prompts' }).click();
  await expect(promptEditor(page)).toHaveValue(/\{\{buyerAvatar\}\}/);
});

test('drafts get a picture, are edited, deleted and cleared', { tag: '@long' }, async ({ page, openTab }) => {
  await openTab();
  await market(page).fill('Teachers');
  await runStep(page, 8);
  await expect(toasts(page)).toContainText('Step 8 Complete!');
  await expect(drafts(page)).toHaveCount(3);
  const parse = page.getByRole('button', { name: 'Parse Step 8' });
  await expect(parse).toHaveAccessibleDescription('Makes the drafts again');
  await expect(page.getByText('Makes the drafts again', { exact: true })).toBeVisible();
  await parse.click();
  await expect(toasts(page)).toContainText('Blog Posts Parsed!');
  await expect(drafts(page)).toHaveCount(3);

  const first = drafts(page).first();
  await test.step('they stand under their run, are read as readers would, and chosen to be deleted together', async () => {
    await expect(page.getByRole('region', { name: 'Teachers' }).getByRole('article')).toHaveCount(3);
    const name = await first.getByRole('heading').innerText();
    await first.getByRole('button', { name: 'Read' }).click();
    const reading = page.getByRole('dialog', { name });
    await expect(reading.locator('.prose').getByRole('heading').first()).toBeVisible();
    // The window grew when its text arrived: once that is drawn, no earlier toast covers its Close button.
    const covered = await reading.getByRole('button', { name: 'Close' }).evaluate(async (close) => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const [box, toast] = [close, document.querySelector('.toast')].map((each) => each?.getBoundingClientRect());
      return box && toast ? toast.top < box.bottom && toast.bottom > box.top : 'no toast';
    });
    expect(covered).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Choose all drafts for Teachers' }).check();
    await drafts(page).first().getByRole('checkbox').uncheck();
    await page.getByRole('region', { name: 'Chosen drafts' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Delete 2 drafts?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(drafts(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Parse Step 8' }).click();
    await expect(drafts(page)).toHaveCount(3);
  });

  const title = await first.getByRole('heading').innerText();
  await first.getByRole('button', { name: 'Generate Image' }).click();
  await expect(toasts(page)).toContainText('Image Generated!');
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await expect(first.locator('img')).toBeVisible();
  await first.getByRole('button', { name: 'Remove image' }).click();
  await expect(first.locator('img')).toHaveCount(0);

  await first.getByRole('button', { name: 'Edit Post' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(drafts(page)).toHaveCount(3);

  const last = drafts(page).last();
  await last.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Regenerate' }).click();
  await expect(toasts(page)).toContainText('Draft Regenerated!');
  await last.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await expect(toasts(page)).toContainText('Blog Post Published!');

  await first.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page)).toContainText('Draft Deleted');
  await page.getByRole('button', { name: 'Clear All Drafts' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear All Drafts' }).click();
  await expect(page.getByText('No drafts yet')).toBeVisible();
});

test('a draft that cannot be published says so, and stays', { tag: '@long' }, async ({
  page,
  openTab,
  stub,
  faults,
}) => {
  await openTab();
  await market(page).fill('Teachers');
  faults.allow(/status of 422/);
  stub.say(`Title: Too Deep\nExcerpt: Quotes in quotes.\nContent:\nIt begins.\n\n${'> '.repeat(150)}and ends.`);
  await complete(page, 8);
  const draft = drafts(page).filter({ hasText: 'Too Deep' });
  await draft.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  const toast = toasts(page).filter({ hasText: 'Publishing Failed' });
  await expect(toast).toContainText('This text is too large or too deeply nested to be rendered.');
  await expect(draft.getByText('Published', { exact: true })).toHaveCount(0);
  await expect(draft.getByRole('button', { name: 'Edit Post' })).toBeEnabled();
});

test('Publish of a draft asks about what is red in it, as the post form does', { tag: '@long' }, async ({
  page,
  openTab,
  stub,
}) => {
  await openTab();
  await market(page).fill('Teachers');
  stub.say('Title: A Name Left Out\nExcerpt: Of a name that is left out.\nContent:\nHere stands [insert name here].');
  await complete(page, 8);
  const draft = drafts(page).filter({ hasText: 'A Name Left Out' });
  const question = page.getByRole('alertdialog', { name: 'Publish this post as it is?' });
  const publish = async () => {
    await draft.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Publish' }).click();
  };
  await publish();
  await expect(question).toContainText('[insert name here]');
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(draft).toContainText('To mend: 1');
  await expect(draft.getByText('Published', { exact: true })).toHaveCount(0);
  await publish();
  await question.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(toasts(page)).toContainText('Blog Post Published!');
  await expect(draft.getByText('Published', { exact: true })).toBeVisible();
});

test('Reset begins a new run, and the old one opens again from the list; a step is run anew from the middle', {
  tag: '@long',
}, async ({ page, openTab, stub }) => {
  await openTab();
  await market(page).fill('Joiners');
  await complete(page, 1, 2);
  const otherInputs = page.getByText('Out of date: steps 1–2 were written from other inputs');
  await market(page).fill('Painters');
  await expect(otherInputs).toBeVisible();
  await market(page).fill('Joiners');
  await expect(otherInputs).toHaveCount(0);
  await market(page).fill('Painters');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByText('0 of 8 steps')).toBeVisible();
  await expect(otherInputs).toHaveCount(0);
  await page.getByRole('button', { name: 'Past Runs' }).click();
  const past = page.getByRole('dialog').getByRole('article', { name: 'Joiners' });
  await expect(past).toContainText('2 of 9 completed');
  await past.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('2 of 8 steps')).toBeVisible();
  const before = chats(stub).length;
  await step(page, 2).getByRole('button', { name: 'More for step 2' }).click();
  await page.getByRole('menuitem', { name: 'Re-run from here' }).click();
  await completed(page, 3);
  await stop(page).click();
  await expect(runAll(page)).toBeVisible();
  expect(
    chats(stub)
      .slice(before)
      .map((entry) => entry.step)
      .slice(0, 2),
  ).toEqual([2, 3]);
});
