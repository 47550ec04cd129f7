import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { chats, expect, test } from './chain-steps.ts';
import { content, contentText, cursor, expectContent, fillContent, goTo } from './editor-steps.ts';

// Help inside a post, by keys and by presses: what its card shows, inserts, and keeps over a reload.

const FIRST = 'Green tea needs water, and we recieve guests.';
const TEXT = `${FIRST}\n\nThen it rains alot.\n\nNobody minds.`;

test('a part of the text is put anew, proofread, asked about again and found after a reload', async ({
  page,
  openAdmin,
  stub,
}) => {
  stub.reset();
  const card = page.getByRole('complementary', { name: 'Suggestion' });
  const press = (name: string) => card.getByRole('button', { name, exact: true });
  await openAdmin('/admin#new');
  await page.getByLabel('Title', { exact: true }).fill('Tea in the rain');
  await fillContent(page, TEXT);

  await test.step('by the keyboard alone: the price, the answer, and one step of undo', async () => {
    await goTo(page, 0, FIRST.length);
    await page.keyboard.press('ControlOrMeta+j');
    await expect(page.getByRole('menuitem', { name: 'Rewrite' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card.getByText(/^About \$0\.00\d+ · gpt-4o$/)).toBeVisible();
    await expect(press('Ask')).toBeFocused();
    expect(chats(stub)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(press('Replace the text')).toBeFocused();
    await expect(card).toContainText(/Took \d+ tokens · \$0\.00/);
    await expectContent(page, TEXT);
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeFocused();
    await expectContent(page, TEXT.replace(FIRST, `Put anew: ${FIRST.replace(',', ' and')}`));
    await page.keyboard.press('ControlOrMeta+z');
    await expectContent(page, TEXT);
  });

  await longStep('a text that says something else by then is not overwritten', async () => {
    await goTo(page, 0, FIRST.length);
    await page.keyboard.press('ControlOrMeta+j');
    await page.getByRole('menuitem', { name: 'Say it plainer' }).click();
    await press('Ask').click();
    await expect(press('Replace the text')).toBeVisible();
    await goTo(page, 5);
    await page.keyboard.type('x');
    await expect(card.getByRole('alert')).toHaveText('The text has changed since. Ask again about the new text.');
    await press('Ask again').click();
    await press('Ask').click();
    await press('Replace the text').click();
    await expectContent(page, /^Plainly: Greenx tea/);
  });

  await test.step('corrections are taken one by one, also those found again after a reload', async () => {
    await goTo(page, 0);
    await page.keyboard.press('ControlOrMeta+j');
    await page.getByRole('menuitem', { name: 'Proofread' }).click();
    await press('Ask').click();
    await press('Take').first().click();
    await expect(card.getByText('Taken')).toHaveCount(1);
    expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
    const bought = chats(stub).length;
    const taken = await contentText(page);
    await page.reload();
    await expectContent(page, taken);
    await expect(card.getByText('Taken')).toHaveCount(1);
    await press('Take').click();
    await expectContent(page, /we receive guests\.\n\nThen it rains a lot\.\n\nNobody minds\.$/);
    expect(chats(stub)).toHaveLength(bought);
    await press('Close').click();
    await expect(card).toHaveCount(0);
  });

  await longStep('a headline is pressed beside its field, and the focus goes back there', async () => {
    const beside = page.getByRole('button', { name: 'Suggest Headlines' });
    await beside.click();
    await press('Ask').click();
    await press('Begin on Monday').click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Begin on Monday');
    await expect(beside).toBeFocused();
  });

  await longStep('an answer that cannot be put in says why, and nothing of it is drawn', async () => {
    stub.plan('web-page');
    await page.getByRole('button', { name: 'Suggest Excerpt' }).click();
    await press('Ask').click();
    await expect(card.getByRole('alert')).toContainText('answered with a web page');
    await expect(card).toContainText('<body onload="alert(1)">');
    await press('Discard').click();
  });

  await longStep('an own command is saved by its name and found in the menu', async () => {
    await goTo(page, 0);
    await page.keyboard.press('ControlOrMeta+j');
    await page.getByRole('menuitem', { name: 'In your own words…' }).click();
    await card.getByLabel('What is to be done').fill('Make it a list');
    await card.getByLabel('Save it by a name').fill('As a list');
    await press('Save command').click();
    await expect(card.getByText('Saved as As a list.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+j');
    await expect(page.getByRole('menuitem', { name: 'As a list' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await cursor(page)).toBe(0);
    await expect(content(page)).toBeFocused();
  });
});
