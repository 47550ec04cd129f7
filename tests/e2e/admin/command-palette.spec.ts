import { expect, test, uniqueTitle } from './admin-test.ts';
import { content, expectContent, fillContent } from './editor-steps.ts';
import { makePost } from './post-steps.ts';

test('by keys alone: a post, a section of the settings and a theme are found by name; Escape gives the focus back', {
  tag: '@long',
}, async ({ page, signInOwner, openAdmin }) => {
  await signInOwner();
  const title = uniqueTitle('Cartographers of fog');
  await makePost(page, { title, published: false });
  const backups = uniqueTitle('Backups of fog');
  await makePost(page, { title: backups, published: false });
  await openAdmin();
  const field = page.getByRole('combobox', { name: 'Find anything' });
  const chosen = page.getByRole('option', { selected: true });

  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(logout).toBeFocused();

  await page.keyboard.press('Control+Shift+P');
  await expect(field).toBeFocused();
  await page.keyboard.type('dark theme');
  await expect(chosen).toHaveText('Dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(field).toBeHidden();
  await expect(page.getByRole('button', { name: 'System theme' })).toBeVisible();
  await expect(logout).toBeFocused();

  await page.keyboard.press('Control+Shift+P');
  await expect(field).toBeFocused();
  await page.keyboard.type('backups');
  // The entry with this very name is chosen, also after the posts with this word have arrived.
  await expect(page.getByRole('option', { name: backups })).toBeVisible();
  await expect(chosen).toHaveText('Settings: Backups');
  await expect(page.getByRole('option').first()).toHaveText('Settings: Backups');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeFocused();

  // A question mark is text in a field; elsewhere it opens the list of shortcuts.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Save');
  await page.keyboard.press('Escape');
  // The focus goes back a moment after the window has closed.
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeFocused();

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('cartogrpahers fog');
  await expect(chosen).toContainText(title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
  await page.getByLabel('Title', { exact: true }).press('Control+Shift+P');
  await expect(field).toBeFocused();
  await page.keyboard.type('save this');
  await expect(chosen).toContainText('Save This Post');

  // A button is pressed by its name, and a command for the text applies at the text's cursor.
  await field.fill('hide details');
  await expect(chosen).toHaveText('Hide Details');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Details', expanded: false })).toBeVisible();
  await fillContent(page, 'words');
  await page.keyboard.press('Control+Shift+P');
  await field.fill('bulleted');
  await expect(chosen).toContainText('Bulleted list');
  await page.keyboard.press('Enter');
  await expectContent(page, '- words');
  await expect(content(page)).toBeFocused();
  await page.keyboard.press('Control+Shift+P');

  // The palette offers the commands of the form, and this one lets the text fill the window.
  await field.fill('focus mode');
  await expect(chosen).toContainText('Focus Mode');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(content(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Focus mode', pressed: true })).toBeVisible();
});

test('a section of the settings stays in sight while what stands above it comes', async ({ page, openAdmin }) => {
  let come = () => {};
  const isAsked = new Promise<void>((resolve) => {
    come = resolve;
  });
  const tags = Array.from({ length: 60 }, (_, index) => ({
    id: 9000 + index,
    name: `Late ${index}`,
    slug: `late-${index}`,
  }));
  await page.route('**/api/tags', async (route) => {
    await isAsked;
    await route.fulfill({ json: tags });
  });
  await page.setViewportSize({ width: 1024, height: 768 });
  await openAdmin();
  await page.keyboard.press('Control+Shift+P');
  await page.keyboard.type('redirects');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Settings: Redirects');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Redirects' });
  await expect(heading).toBeFocused();
  come();
  await expect(page.getByText('Late 59')).toBeAttached();
  await expect(heading).toBeInViewport();
  // The owner scrolls on by hand: nothing holds the page in place.
  await page.mouse.wheel(0, -2000);
  await expect(heading).not.toBeInViewport();
});
