import type { Page } from 'playwright';
import { openNetwork } from '#tests/desktop/cut-network.ts';
import { startApp } from '#tests/desktop/desktop-app.ts';
import { OWNER } from '#tests/e2e/site/owner.ts';
import { content } from '#tests/e2e/support/content-field.ts';

const isKept = (page: Page) => page.getByText(/(kept on this computer|synced) \d\d:\d\d/).waitFor();

/**
 * Writes in the desktop app: some of the text reaches the server, the rest is typed when there is no network any more.
 */
export async function writeInApp(folder: string, serverUrl: string): Promise<void> {
  const network = await openNetwork(serverUrl);
  const app = await startApp({ folder });
  try {
    const page = await app.page();
    await page.getByLabel('Address of your server').fill(network.url);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Welcome, ').waitFor();
    const go = (place: string) => page.goto(new URL(place, page.url()).href);
    await go('/admin?edit=2');
    await content(page).press('Control+End');
    await page.keyboard.type(' Typed in the app, and sent.');
    await isKept(page);
    await page.waitForTimeout(4000);

    network.cut();
    await content(page).press('Control+End');
    await page.keyboard.type(' Typed in the app, and not sent.');
    await isKept(page);
    await page.waitForTimeout(2500);
    await page.getByRole('tab', { name: 'Chained Prompts' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByLabel('Name of step 5').fill('Named in the app');
    await page.getByLabel('Name of step 5').press('Enter');
    await page.waitForTimeout(2500);
    await app.quit();
  } finally {
    await app.kill();
    await network.close();
  }
}
