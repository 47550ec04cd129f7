import { expect, type Locator, type Page } from 'playwright/test';
import { OWNER } from '../site/owner.ts';

/** The dialog over a page whose session has ended. */
export const signInDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Please sign in again' });

/**
 * Signs the owner, whose address the dialog already has, in through the dialog over the page, and returns to the page.
 */
export async function signInAgain(page: Page): Promise<void> {
  const dialog = signInDialog(page);
  await expect(dialog.getByLabel('Email')).toHaveValue(OWNER.email);
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
}
