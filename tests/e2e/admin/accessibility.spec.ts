import { readFile } from 'node:fs/promises';
import { isWhole, shareOf } from '#tests/share.ts';
import { smallPicture } from '../content/small-pictures.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInEveryTheme } from '../support/accessibility.ts';
import { fillContent } from '../support/content-field.ts';
import { expect, type Page, test } from './admin-test.ts';

const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a window by its button, in a tab or at the address of the screen. */
const opened =
  (name: string, at?: string) =>
  async (page: Page): Promise<void> => {
    if (at) await tab(at)(page);
    await button(page, name).first().click();
    await page.getByRole('dialog').waitFor();
  };

let stored = 0;

/** Returns a picture to upload that differs from every other. */
async function picture() {
  stored += 1;
  const bytes = await readFile(smallPicture('nine-squares.jpg'));
  // Bytes after the end of a picture are not part of it.
  return { name: 'squares.jpg', mimeType: 'image/jpeg', buffer: Buffer.concat([bytes, Buffer.from([stored])]) };
}

/**
 * A screen to check: its address, the actions that show all of it, and the browser's message about a refused request.
 */
interface Screen {
  name: string;
  path: string;
  show?: (page: Page) => Promise<void>;
  refuses?: RegExp;
  /** Whether it opens in a screen, or is shown there only for a while. */
  isPart?: boolean;
}

/** Every screen of the admin, and everything that opens in one. */
const screens: Screen[] = [
  // The admin opens at the tab in which the previous screen left it.
  { name: 'the posts', path: '/admin', show: tab('Posts') },
  {
    name: 'a selection',
    isPart: true,
    path: '/admin',
    show: async (page) => {
      await tab('Posts')(page);
      await page.getByRole('checkbox', { name: 'Select' }).first().check();
    },
  },
  {
    name: 'the form with its faults',
    path: '/admin#new',
    show: async (page) => {
      await page.getByRole('button', { name: 'Debug Form' }).click();
      await page.getByRole('button', { name: 'Create Post' }).click();
      await page.getByText('Title is required', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'the Image Manager',
    isPart: true,
    path: '/admin?edit=1',
    show: async (page) => {
      await page.getByRole('button', { name: 'Manage Images' }).click();
      await page.getByRole('dialog').getByRole('article').first().waitFor();
    },
  },
  { name: 'the landing pages', path: '/admin', show: tab('Landing Pages') },
  { name: 'the chained prompts', path: '/admin', show: tab('Chained Prompts') },
  {
    name: 'the codex of a category',
    isPart: true,
    path: '/admin',
    show: async (page) => {
      await tab('Settings')(page);
      await page.getByRole('button', { name: 'Codex of Travel' }).click();
      await page.getByRole('button', { name: 'Add a fact' }).click();
      await page.getByLabel('Source of fact 1').fill('nowhere');
    },
  },
  {
    name: 'the settings',
    path: '/admin',
    show: async (page) => {
      await tab('Settings')(page);
      await page.getByText('Last seen').first().waitFor();
      await page.getByLabel('Find a category').waitFor();
    },
  },
  {
    name: 'the messages',
    path: '/admin',
    show: async (page) => page.getByRole('button', { name: /^Messages/ }).click(),
  },
  {
    name: 'the calendar while a post is moved by keys',
    path: '/admin?date=2099-01-01#calendar',
    show: async (page) => {
      await page
        .getByRole('link', { name: /A Scheduled Post/ })
        .first()
        .press('Space');
      await page.getByRole('application').waitFor();
    },
  },
  {
    name: 'the Media Library with uploads',
    path: '/admin#media',
    refuses: /status of 422/,
    show: async (page) => {
      const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
      await page.getByLabel('Upload pictures').setInputFiles([await picture(), notes]);
      await page.getByText('1 of 2 pictures stored, 1 failed').waitFor();
    },
  },
  {
    name: 'a picture of the Media Library with its focal point',
    isPart: true,
    path: '/admin#media',
    show: async (page) => {
      await page.getByRole('region', { name: 'Pictures' }).getByRole('button').first().click();
      await page.getByRole('slider', { name: 'Across' }).waitFor();
    },
  },
  {
    name: 'the bin of the Media Library',
    isPart: true,
    path: '/admin#media',
    show: async (page) => {
      const stored = await page.request.post('/api/upload/image', { multipart: { image: await picture() } });
      const { id } = (await stored.json()) as { id: number };
      await page.request.delete(`/api/images/${id}`);
      await page.getByLabel('Show').selectOption('Bin');
      await page.getByRole('button', { name: 'Delete for good' }).first().waitFor();
    },
  },
  {
    name: 'the window of a pending change',
    isPart: true,
    path: '/admin?edit=1',
    show: async (page) => {
      await fillContent(page, 'Other words.');
      await page.getByRole('button', { name: 'Keep as pending change' }).click();
      await page.getByRole('dialog').getByLabel('Goes live').waitFor();
    },
  },
  {
    name: 'the command palette',
    isPart: true,
    path: '/admin',
    show: async (page) => {
      await page.keyboard.press('Control+Shift+P');
      await page.getByRole('combobox', { name: 'Find anything' }).fill('live');
      await page.getByRole('option', { name: /A Live Post/ }).waitFor();
    },
  },
  {
    name: 'the list of shortcuts',
    isPart: true,
    path: '/admin',
    show: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'the synchronisation',
    isPart: true,
    path: '/admin',
    show: async (page) => {
      await page.getByRole('button', { name: /^Sync: / }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the question before a post is deleted',
    isPart: true,
    path: '/admin',
    show: async (page) => {
      await tab('Posts')(page);
      await page.getByRole('article').getByRole('button', { name: 'Delete' }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'the window that changes many posts',
    isPart: true,
    path: '/admin',
    show: async (page) => {
      await tab('Posts')(page);
      await page.getByRole('checkbox', { name: 'Select' }).first().check();
      await button(page, 'Change…').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the bin of posts',
    isPart: true,
    path: '/admin?status=deleted',
    show: async (page) => {
      await tab('Posts')(page);
      await page.getByLabel('Status').waitFor();
    },
  },
  { name: 'the calendar of a week', isPart: true, path: '/admin?view=week#calendar' },
  { name: 'the letters', path: '/admin#letters' },
  { name: 'the statistics', path: '/admin#statistics' },
  { name: 'History', path: '/admin#history' },
  {
    name: 'the log of what happened',
    isPart: true,
    path: '/admin#history',
    show: async (page) => {
      await button(page, 'Log').click();
      await page.getByText('Signed in').first().waitFor();
    },
  },
  { name: 'an import to begin', path: '/admin#import' },
  {
    name: 'what opens around the text of a post',
    isPart: true,
    path: '/admin?edit=1',
    show: async (page) => {
      await button(page, 'Add Hyperlinks').click();
      await button(page, 'In-content images').click();
      await button(page, 'Find and replace').click();
      await page.getByRole('textbox', { name: 'Replace' }).waitFor();
    },
  },
  {
    name: 'the menu of blocks',
    isPart: true,
    path: '/admin#new',
    show: async (page) => {
      await page.getByRole('textbox', { name: 'Content' }).click();
      await page.keyboard.type('/tab');
      await page.getByRole('option', { name: /^Table/ }).waitFor();
    },
  },
  {
    name: 'all of the menu of blocks',
    isPart: true,
    path: '/admin#new',
    show: async (page) => {
      await page.getByRole('textbox', { name: 'Content' }).click();
      await page.keyboard.type('/');
      await page.getByRole('option', { name: /^Table/ }).waitFor();
    },
  },
  {
    name: 'the menu of a post',
    isPart: true,
    path: '/admin',
    show: async (page) => {
      await tab('Posts')(page);
      await button(page, 'More actions').first().click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'the menu of help inside a post',
    isPart: true,
    path: '/admin?edit=1',
    show: async (page) => {
      await button(page, 'Suggest').click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'what the judge has found in a post',
    isPart: true,
    path: '/admin#new',
    show: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill('What the judge finds');
      await fillContent(page, 'Here stands [insert name here], and [a link](/post/that-is-not-there).');
      await page.getByRole('button', { name: '“[insert name here]” is a leftover' }).waitFor();
      await page.getByRole('button', { name: /\/post\/that-is-not-there.* leads to nothing/ }).waitFor();
    },
  },
  { name: 'the revisions of a post', isPart: true, path: '/admin?edit=1', show: opened('Revisions') },
  { name: 'the past runs', isPart: true, path: '/admin', show: opened('Past Runs', 'Chained Prompts') },
  { name: 'the costs', isPart: true, path: '/admin', show: opened('Costs', 'Chained Prompts') },
  { name: 'the batches', isPart: true, path: '/admin', show: opened('Batch', 'Chained Prompts') },
  { name: 'the test of the limits', isPart: true, path: '/admin', show: opened('Test AI limits', 'Chained Prompts') },
  ...['New redirect', 'New token', 'New webhook', 'New category', 'New tag', 'New author', 'Add provider'].map(
    (name): Screen => ({ name: `the window “${name}”`, isPart: true, path: '/admin', show: opened(name, 'Settings') }),
  ),
  {
    name: 'the window that merges or deletes a category',
    isPart: true,
    path: '/admin',
    show: opened('Merge or delete Travel', 'Settings'),
  },
  {
    name: 'the share links',
    isPart: true,
    path: '/admin?edit=2',
    show: async (page) => {
      await page.getByRole('button', { name: 'Share draft' }).click();
      await page.getByRole('button', { name: 'Make a link' }).click();
      await page.getByRole('list', { name: 'Links that work' }).waitFor();
    },
  },
  {
    name: 'the preview of a page',
    isPart: true,
    path: '/admin?edit=2',
    show: async (page) => {
      await page.getByRole('button', { name: 'Preview page' }).click();
      await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    },
  },
];

const looks = [false, true].flatMap((isPart) =>
  shareOf(
    screens.filter((screen) => screen.isPart === (isPart || undefined)),
    4,
  ),
);
/** The full run is too much for one worker. */
const PARTS = isWhole ? 4 : 1;

// Several screens in one visit: a test of its own costs as much as a check.
for (const part of Array.from({ length: PARTS }).keys()) {
  test(`axe finds nothing on any screen, and nothing sticks out, on a phone too (part ${part + 1})`, async ({
    page,
    signInOwner,
    faults,
  }) => {
    await signInOwner();
    for (const { name, path: address, show, refuses } of looks.filter((_, index) => index % PARTS === part)) {
      await test.step(name, async () => {
        if (refuses) faults.allow(refuses);
        await page.setViewportSize(DESKTOP);
        // An address that differs only in its fragment would not load the page again.
        await page.goto('about:blank');
        await page.goto(address);
        await page.getByText('Welcome, ').waitFor();
        await show?.(page);
        expect(await faultsInEveryTheme(page, [DESKTOP, PHONE])).toEqual([]);
      });
    }
  });
}

test('every place the header names is among what axe looks at, and so is the way in', async ({
  page,
  signInOwner,
  faults,
}) => {
  // Nobody is signed in yet.
  faults.allow(/status of 401/);
  await page.goto('/admin/login');
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(await faultsInEveryTheme(page, [DESKTOP, PHONE])).toEqual([]);
  await signInOwner();
  await page.goto('/admin');
  await page.getByText('Welcome, ').waitFor();
  const named = await page
    .getByRole('navigation', { name: 'Admin' })
    .locator('a[href^="/admin"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(named.length).toBeGreaterThan(3);
  const paths = screens.filter(({ isPart }) => !isPart).map(({ path }) => path.replace(/\?[^#]*/, ''));
  expect(paths).toEqual(expect.arrayContaining(named));
});
