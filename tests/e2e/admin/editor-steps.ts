import { smallPicture } from '../content/small-pictures.ts';
import { expect, type Locator, type Page } from './admin-test.ts';

// The elements of the text editor of a post, and actions that tests repeat there.

export {
  content,
  contentCursor as cursor,
  contentText,
  expectContent,
  fillContent,
  selectContent as goTo,
} from '../support/content-field.ts';

export const BOAT = smallPicture('paper-boat.jpg');
export const SQUARES = smallPicture('nine-squares.jpg');
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
/** Shows the text beside the editor as readers will see it. */
export async function showPreview(page: Page): Promise<void> {
  await button(page, 'Preview').click();
  await expect(preview(page)).toBeVisible();
}
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const panel = (page: Page) => page.getByRole('region', { name: 'In-content images' });
export const pictures = (page: Page) =>
  panel(page).getByRole('list', { name: 'Pictures of this post' }).getByRole('group');

/** Returns a text of so many words, ten in a sentence, five sentences in a paragraph; each word contains its number. */
export function text(words: number): string {
  let written = '';
  for (let word = 1; word <= words; word += 1) {
    written += `word${word}`;
    if (word % 10 !== 0) written += ' ';
    else written += word % 50 === 0 ? '.\n\n' : '. ';
  }
  return written.trim();
}

export async function showImages(page: Page): Promise<void> {
  await button(page, 'In-content images').click();
  await expect(panel(page)).toBeVisible();
}

export async function upload(page: Page, file: string): Promise<void> {
  const before = await pictures(page).count();
  await panel(page).getByLabel('In-content image file').setInputFiles(file);
  await expect(pictures(page)).toHaveCount(before + 1);
}

/** Inserts a picture; enters its alternative text if the editor asks for it. */
export async function insertPicture(page: Page, insert: Locator, alt = 'A folded boat'): Promise<void> {
  await insert.click();
  const question = page.getByRole('dialog', { name: 'What does this picture show?' });
  await question.getByLabel('Alt text').fill(alt);
  await question.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(question).toHaveCount(0);
}
