import type { Page } from 'playwright/test';
import { shareOf } from '#tests/share.ts';
import { expect, test } from './admin-test.ts';

/** Reports every violation as an error in the console, which fails a test that has not allowed it. */
async function tellViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      console.error(`violation of ${effectiveDirective}: ${blockedURI} ${sample}`);
    });
  });
}

test('no screen of the admin and no editor breaks its policy, and what the policy is for is refused', async ({
  page,
  signInOwner,
  faults,
}) => {
  await tellViolations(page);
  await signInOwner();
  for (const screen of shareOf(['calendar', 'media', 'letters', 'statistics', 'history'], 2)) {
    // An address that differs only in its fragment would not load the page again.
    await page.goto('about:blank');
    await page.goto(`/admin#${screen}`);
    await expect(page.getByRole('main')).toBeVisible();
  }
  await page.goto('about:blank');
  await page.goto('/admin');
  for (const name of ['Landing Pages', 'Chained Prompts', 'Settings', 'Posts']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Create New Post' }).click();
  const editor = page.locator('.cm-content').first();
  await expect(editor).toBeVisible();
  // The policy lets the editor's own styles apply.
  await expect(editor).toHaveCSS('white-space-collapse', /break-spaces|preserve/);
  expect(faults.seen).toEqual([]);
  faults.allow(/violation of require-trusted-types-for|requires 'Trusted|violation of style-src-elem|inline style/);
  const refused = await page.evaluate(() => {
    const attempt = (run: () => void) => {
      try {
        run();
        return 'done';
      } catch {
        return 'refused';
      }
    };
    const element = document.createElement('div');
    return [
      attempt(() => {
        element.innerHTML = '<img src=x onerror=alert(1)>';
      }),
      attempt(() => new Worker('https://evil.example/x.js')),
      attempt(() => {
        document.createElement('script').src = 'https://evil.example/x.js';
      }),
    ];
  });
  expect(refused).toEqual(['refused', 'refused', 'refused']);
});
