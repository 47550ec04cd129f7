import { OWNER } from '../site/owner.ts';
import { content } from '../support/content-field.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Locator, type Page, test, uniqueTitle } from './admin-test.ts';

const MOST_STOPS = 150;

/** Presses Tab, or Shift and Tab, until the control has the focus, as someone without a mouse does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const key = await control.evaluate((element) => {
      const { activeElement } = document;
      if (element === activeElement) return null;
      const isBefore = activeElement
        ? element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING
        : 0;
      return isBefore !== 0 && activeElement !== document.body ? 'Shift+Tab' : 'Tab';
    });
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${control}`);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

async function openTab(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('tab', { selected: true }));
  const focused = page.getByRole('tablist').locator(':focus');
  for (let from = await focused.innerText(); from !== name; from = await focused.innerText()) {
    await page.keyboard.press('ArrowRight');
    // The focus moves in a task of its own.
    await expect(focused).not.toHaveText(from);
  }
  await expect(page.getByRole('tabpanel', { name })).toBeVisible();
}

// In `npm test`, `login.spec.ts` does this.
test('signing in', { tag: '@long' }, async ({ page, faults }) => {
  faults.allow(/status of 401/);
  await page.goto('/admin/login');
  await typeInto(page, page.getByLabel('Email'), OWNER.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'wrong');
  await press(page, page.getByRole('button', { name: 'Show password' }), 'Space');
  await press(page, page.getByRole('button', { name: 'Sign In' }));
  await expect(toasts(page)).toContainText('Login failed');
  const password = page.getByLabel('Password', { exact: true });
  await password.evaluate((element) => element.focus());
  await page.keyboard.press('Control+a');
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Welcome, ${OWNER.name}`)).toBeVisible();
});

test('the list', { tag: '@long' }, async ({ page, openAdmin }) => {
  await test.step('the tabs are one stop, walked with arrow keys, Home and End', async () => {
    await openAdmin();
    await tabTo(page, tab(page, 'Posts'));
    for (const [key, name] of [
      ['ArrowRight', 'Landing Pages'],
      ['End', 'Settings'],
      ['ArrowRight', 'Posts'],
      ['ArrowLeft', 'Settings'],
      ['Home', 'Posts'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(tab(page, name)).toBeFocused();
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    }
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tab').and(page.locator(':focus'))).toHaveCount(0);
  });

  await test.step('a menu opens, is walked and gives the focus back', async () => {
    await typeInto(page, page.getByLabel('Search posts'), 'A Live Post');
    const trigger = page
      .getByRole('article', { name: 'A Live Post', exact: true })
      .getByRole('button', { name: 'More actions' });
    await press(page, trigger);
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(trigger).toBeFocused();
    // If the owner presses something else while the menu is open, the focus goes there at once.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.getByLabel('Search posts').click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.getByLabel('Search posts')).toBeFocused();
    // The menu's own button closes the menu too.
    await trigger.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await trigger.click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await press(page, trigger);
    await page.keyboard.press('Escape');
    await expect(trigger).toBeFocused();
  });

  await test.step('search, filters and selection', async () => {
    await tabTo(page, page.getByLabel('Search posts'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('draft');
    await expect(page.getByRole('article', { name: 'A Live Post', exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByLabel('Status'));
    await page.keyboard.type('Sched');
    const scheduled = page.getByRole('article', { name: 'A Scheduled Post', exact: true });
    await press(page, scheduled.getByRole('checkbox', { name: 'Select' }), 'Space');
    const bar = page.getByRole('region', { name: 'Selected posts' });
    await expect(bar).toContainText('1 selected');
    await press(page, bar.getByRole('button', { name: 'Unpublish' }));
    await expect(page.getByRole('alertdialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});

const screens: { name: string; path: string; show?: (page: Page) => Promise<void> }[] = [
  { name: 'the posts', path: '/admin' },
  { name: 'the form', path: '/admin?edit=1' },
  { name: 'the landing pages', path: '/admin', show: (page) => openTab(page, 'Landing Pages') },
  {
    name: 'the settings',
    path: '/admin',
    async show(page) {
      await openTab(page, 'Settings');
      await page.getByText('Last seen').first().waitFor();
      await page.getByLabel('Find a category').waitFor();
    },
  },
];

for (const { name, path, show } of screens) {
  test(`everything on ${name} that can be clicked is reached with Tab, and seen to be`, { tag: '@long' }, async ({
    page,
    openAdmin,
  }) => {
    await openAdmin(path);
    await page
      .getByRole(path === '/admin' ? 'article' : 'form')
      .first()
      .waitFor();
    await show?.(page);
    const wanted = await page.evaluate(() => {
      const controls = [
        ...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea'),
      ].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.tabIndex >= 0 &&
          !element.matches(':disabled'),
      );
      for (const [index, element] of controls.entries()) element.dataset.stop = String(index);
      return controls.map((element) => element.outerHTML.slice(0, 160));
    });
    const reached = new Set<number>();
    const unseen: string[] = [];
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      document.getSelection()?.setPosition(document.body, 0);
    });
    for (let stop = 0; stop < wanted.length + 20; stop += 1) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body) return null;
        const isOutlined = (one: Element | null) => {
          if (one === null) return false;
          const style = getComputedStyle(one);
          return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
        };
        // A control may let the box around it show the focus, and a date field has tab stops within itself.
        const isSeen =
          element.matches('[type=datetime-local]') ||
          isOutlined(element) ||
          isOutlined(element.parentElement) ||
          isOutlined(element.nextElementSibling);
        return { stop: Number(element.dataset.stop ?? -1), isSeen, text: element.outerHTML.slice(0, 160) };
      });
      if (!found) continue;
      reached.add(found.stop);
      if (!found.isSeen) unseen.push(found.text);
    }
    expect([...new Set(unseen)], 'focused, and nothing shows it').toEqual([]);
    expect(
      wanted.filter((_, index) => !reached.has(index)),
      'never focused',
    ).toEqual([]);
  });
}

test('a post is written, tagged, saved and published', async ({ page, openAdmin }) => {
  await openAdmin();
  const title = uniqueTitle('Keys');
  await press(page, page.getByRole('link', { name: 'Create New Post' }));
  await typeInto(page, page.getByLabel('Title', { exact: true }), title);
  await typeInto(page, page.getByLabel('Excerpt'), 'No mouse.');
  await typeInto(page, content(page), 'Every word of it.');
  const category = page.getByLabel('Category', { exact: true });
  await expect(category.getByRole('option', { name: 'Travel' })).toBeAttached();
  await tabTo(page, category);
  await page.keyboard.type('Trav');
  await typeInto(page, page.getByRole('combobox', { name: 'Tags' }), 'pap');
  await expect(page.getByRole('option', { name: 'paper' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('switch', { name: 'Featured' }), 'Space');
  await expect(page.getByRole('switch', { name: 'Featured' })).not.toBeChecked();
  await page.keyboard.press('Control+s');
  await expect(toasts(page)).toContainText('Draft saved successfully!');
  await press(page, page.getByRole('switch', { name: 'Published' }), 'Space');
  await press(page, page.getByRole('button', { name: 'Update Post' }));
  const card = page.getByRole('article', { name: title, exact: true });
  await expect(card).toContainText('Published');
  await expect(card).toContainText('Travel');
  await expect(card).not.toContainText('Featured');
});

interface Opener {
  name: string;
  path: string;
  show?: (page: Page) => Promise<void>;
  opener: (page: Page) => Locator;
  role?: 'dialog' | 'alertdialog';
}

/** Returns the first and the last control of a window that Tab reaches. */
async function endsOf(dialog: Locator): Promise<[first: Locator, last: Locator]> {
  await dialog.evaluate((root) => {
    const stops = [...root.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea')].filter(
      (element) =>
        element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true }),
    );
    stops.at(0)?.setAttribute('data-end', 'first');
    stops.at(-1)?.setAttribute('data-end', 'last');
  });
  // In a window with one control, that control is both ends.
  const first = dialog.locator('[data-end]').first();
  return [first, dialog.locator('[data-end]').last()];
}

const inSettings = (page: Page) => openTab(page, 'Settings');
const openers: Opener[] = [
  { name: 'the messages', path: '/admin', opener: (page) => page.getByRole('button', { name: /^Messages/ }) },
  {
    name: 'the question before a delete',
    path: '/admin',
    opener: (page) => page.getByRole('article').first().getByRole('button', { name: 'Delete' }),
    role: 'alertdialog',
  },
  {
    name: 'the Image Manager',
    path: '/admin?edit=1',
    opener: (page) => page.getByRole('button', { name: 'Manage Images' }),
  },
  {
    name: 'the revisions',
    path: '/admin?edit=1',
    opener: (page) => page.getByRole('button', { name: 'Revisions' }),
  },
  {
    name: 'a new category',
    path: '/admin',
    show: inSettings,
    opener: (page) => page.getByRole('button', { name: 'New category' }),
  },
  {
    name: 'merging a tag',
    path: '/admin',
    show: inSettings,
    opener: (page) => page.getByRole('button', { name: 'Merge or delete paper' }),
  },
];

for (const { name, path, show, opener, role = 'dialog' } of openers) {
  test(`${name}: the focus is kept inside, and given back by Escape`, { tag: '@long' }, async ({ page, openAdmin }) => {
    await openAdmin(path);
    await show?.(page);
    await press(page, opener(page));
    const dialog = page.getByRole(role);
    const inside = dialog.locator(':focus').or(dialog.and(page.locator(':focus')));
    await expect(inside).toHaveCount(1);
    // The focus could leave the window at both ends: it goes from the first stop back to the last, and on to the first
    // again.
    const [first, last] = await endsOf(dialog);
    await first.focus();
    await page.keyboard.press('Shift+Tab');
    await expect(last).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
  });
}

test('a landing page is previewed and closed', { tag: '@long' }, async ({ page, openAdmin, faults }) => {
  faults.allow(/status of 404/);
  await openAdmin();
  await openTab(page, 'Landing Pages');
  const preview = page.getByRole('button', { name: 'Preview' }).first();
  await press(page, preview);
  const dialog = page.getByRole('dialog');
  await press(page, dialog.getByRole('button', { name: 'Close' }));
  await expect(dialog).toHaveCount(0);
  await expect(preview).toBeFocused();
});

test('a place beside the tabs is reached past them by keys, and Enter on one of them opens it', async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#media');
  const place = page.getByRole('region', { name: 'Media Library' });
  await expect(place).toBeVisible();
  await tabTo(page, tab(page, 'Posts'));
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Landing Pages')).toBeFocused();
  // Tab goes on from the row of tabs into the panel that is shown.
  await page.keyboard.press('Tab');
  await expect(place.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Landing Pages' })).toBeVisible();
});
