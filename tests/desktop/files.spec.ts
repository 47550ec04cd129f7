import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fillContent } from '#tests/e2e/support/content-field.ts';
import { chooseMenu, connectAndSignIn, expect, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

test('a Markdown file is opened and saved by the menu, and everything goes into one archive', { tag: '@long' }, async ({
  start,
  network,
  computer,
}) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  const [given, saved, archive] = ['tea.md', 'saved.md', 'all.zip'].map((name) => path.join(computer, name));
  if (!given || !saved || !archive) throw new Error('The test has three files');
  writeFileSync(given, '---\ntitle: Tea\ntags: [hot]\n---\n\nHot *water*.\n');
  await app.evaluate(
    ({ dialog }, files) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [files.given] });
      dialog.showSaveDialog = async (...args: unknown[]) => {
        const options = args.at(-1) as { defaultPath?: string };
        return { canceled: false, filePath: options.defaultPath?.endsWith('.md') ? files.saved : files.archive };
      };
    },
    { given, saved, archive },
  );
  await chooseMenu(app, 'open-file');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Tea');
  await fillContent(page, 'Hot *water*, and cups.');
  await chooseMenu(app, 'save-file');
  await expect(page.getByText('Saved as a Markdown file').first()).toBeVisible();
  expect(readFileSync(saved, 'utf8')).toMatch(
    /^---\ntitle: Tea\n[\s\S]*tags:[\s\S]*---\n\nHot \*water\*, and cups\.\n$/,
  );
  await chooseMenu(app, 'export');
  await expect(page.getByText('Everything on this computer is now also in')).toBeVisible();
  // "PK" begins every zip (APPNOTE §4.3.7).
  expect(readFileSync(archive).subarray(0, 2).toString('latin1')).toBe('PK');
});
