import { readFile } from 'node:fs/promises';
import { unzip } from '#tests/unzip.ts';
import { PHONE } from '../site-test.ts';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Locator, type Page, test } from './admin-test.ts';

/**
 * Presses the button with the keyboard; returns the file that the browser receives. `says` is the toast that appears at
 * once.
 */
async function downloaded(page: Page, button: Locator, says?: string): Promise<{ name: string; bytes: Buffer }> {
  // The toast goes away by itself, and a large site takes longer.
  const told = says === undefined ? null : expect(toasts(page)).toContainText(says);
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter'), told]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('everything, an archive for Ghost and a backup are downloaded in Settings', async ({ page, openAdmin }) => {
  await page.setViewportSize(PHONE);
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Export', exact: true });

  await test.step('what each holds is told before', async () => {
    await expect(section).toContainText(/\d+ posts, \d+ pictures?, about [\d.]+ [KM]B/);
    await expect(section).toContainText('Passwords, keys, tokens and sign-ins are in none of them.');
  });
  await test.step('everything', async () => {
    const { name, bytes } = await downloaded(
      page,
      section.getByRole('button', { name: 'Download everything' }),
      'The download begins',
    );
    expect(name).toMatch(/^ninefold-export-\d{4}-\d\d-\d\d\.zip$/);
    const files = await unzip(bytes);
    expect(files.get('live-one.md')?.toString()).toContain('Words that are live.');
    expect([...files.keys()]).toContain('ninefold-export.json');
  });
  await longStep('for Ghost, without pictures', async () => {
    await section.getByRole('checkbox', { name: /^With the pictures/ }).uncheck();
    await expect(section).toContainText(/\d+ posts, about/);
    const { name, bytes } = await downloaded(page, section.getByRole('button', { name: 'Download for Ghost' }));
    expect(name).toMatch(/^ninefold-for-ghost-/);
    expect([...(await unzip(bytes)).keys()]).toEqual(['ghost.json', 'redirects.yaml']);
  });
  await longStep('a backup', async () => {
    const backups = page.getByRole('region', { name: 'Backups', exact: true });
    await backups.getByRole('button', { name: 'Back up now' }).click();
    await expect(backups.getByRole('listitem').first()).toContainText('Verified');
    const first = backups.getByRole('listitem').first();
    const { name, bytes } = await downloaded(page, first.getByRole('button', { name: /^Download the backup of / }));
    expect(name).toMatch(/^ninefold-[\dTZ-]+\.tar$/);
    expect(bytes.length).toBeGreaterThan(10_000);
  });
});
