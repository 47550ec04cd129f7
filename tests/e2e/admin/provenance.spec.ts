import type { Provenance } from '#shared/kernel/provenance.ts';
import { content, expectContent, selectContent } from '../support/content-field.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test } from './admin-test.ts';
import { edit, kept, makePost } from './post-steps.ts';

const marginOf = (page: Page, words: string) => page.locator('.cm-line', { hasText: words });
const writtenBy = (page: Page) => page.getByRole('region', { name: 'Written by' });
const source = { model: 'm-1', run: null, step: null, promptVersion: 0, help: 'Continue', at: null };

async function stored(page: Page, id: number): Promise<{ content: string; provenance: Provenance }> {
  const answer = await page.request.get(`/api/posts/by-id/${id}`);
  return (await answer.json()) as { content: string; provenance: Provenance };
}

test('what a model wrote is marked beside the text, through typing, undo, a reload and a save', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin('/admin');
  const made = await makePost(page, { text: 'Mine.\n\nTheirs all along.\n\nMine too.' });
  const body = { provenance: { sources: [source], ranges: [[7, 24, 0]] }, version: made.version };
  expect((await page.request.put(`/api/posts/${made.id}`, { data: body })).status()).toBe(200);
  await edit(page, made.id);

  await test.step('the margin has a line there and nowhere else, the details say the share', async () => {
    await expect(marginOf(page, 'Theirs')).toHaveClass(/cm-from-model/);
    await expect(marginOf(page, 'Theirs')).not.toHaveClass(/cm-partly/);
    await expect(page.locator('.cm-from-model')).toHaveCount(1);
    await expect(writtenBy(page).getByRole('listitem')).toHaveText(['You47 %', 'm-1Continue53 %']);
  });

  await test.step('what is typed among the words is the owner’s; an undo brings back words with their marks', async () => {
    await selectContent(page, 'Mine.\n\nTheirs'.length);
    await page.keyboard.type(', and mine,');
    await expect(marginOf(page, 'Theirs, and mine, all along.')).toHaveClass(/cm-partly/);
    await selectContent(page, 0, 'Mine.\n\nTheirs, and mine, all along.\n\n'.length);
    await page.keyboard.press('Delete');
    await expect(page.locator('.cm-from-model')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(marginOf(page, 'Theirs, and mine, all along.')).toHaveClass(/cm-partly/);
  });

  await test.step('a paragraph that is cut and pasted elsewhere stays the model’s; typed anew it is the owner’s', async () => {
    const [start, end] = ['Mine.\n\n'.length, 'Mine.\n\nTheirs, and mine, all along.\n\n'.length];
    await selectContent(page, start, end);
    await page.keyboard.press('ControlOrMeta+x');
    await expect(page.locator('.cm-from-model')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ControlOrMeta+v');
    await expectContent(page, 'Theirs, and mine, all along.\n\nMine.\n\nMine too.');
    await expect(marginOf(page, 'Theirs, and mine, all along.')).toHaveClass(/cm-partly/);
    await expect(page.locator('.cm-from-model')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.locator('.cm-from-model')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expectContent(page, 'Mine.\n\nTheirs, and mine, all along.\n\nMine too.');
    await expect(marginOf(page, 'Theirs, and mine, all along.')).toHaveClass(/cm-partly/);
    await selectContent(page, 0);
  });

  await test.step('a Markdown file says that it does not hold them', async () => {
    await page.getByRole('button', { name: 'Save as Markdown' }).click();
    await expect(toasts(page)).toContainText('Which words a model wrote is not in it');
  });

  await test.step('a reload and a save keep them', async () => {
    await kept(page);
    await page.reload();
    await expect(content(page)).toContainText('Theirs, and mine, all along.');
    await expect(marginOf(page, 'Theirs, and mine, all along.')).toHaveClass(/cm-partly/);
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect.poll(async () => (await stored(page, made.id)).content).toContain('and mine,');
    const { content: text, provenance } = await stored(page, made.id);
    expect(provenance.ranges.map(([start, end]) => text.slice(start, end))).toEqual(['Theirs', ' all along.']);
  });

  await test.step('readers are told once the owner chooses so in Settings, and no longer when they choose otherwise', async () => {
    const reader = await page.context().newPage();
    const note = reader.getByText('Parts of this text were written with AI.', { exact: true });
    const choose = async (what: string) => {
      await page.goto('/admin');
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByLabel('Note on AI').selectOption({ label: what });
      await page.getByRole('button', { name: 'Save site settings' }).click();
      await expect(toasts(page)).toContainText(/settings/i);
    };
    await reader.goto(`/post/${made.slug}`);
    await expect(note).toHaveCount(0);
    await choose('Tell readers');
    await reader.reload();
    await expect(note).toBeVisible();
    expect(await reader.content()).toContain('"digitalSourceType"');
    await choose('Tell readers nothing');
    await reader.reload();
    await expect(note).toHaveCount(0);
    await reader.close();
  });
});
