import { AWAKE } from '#server/site/browser/enhancer/wake.ts';
import { shareOf } from '#tests/share.ts';
import { latest, livePostsOf, notes } from '../content/posts.ts';
import { everything } from '../content/special-posts.ts';
import { DESKTOP, expect, type Locator, type Page, PHONE, test } from '../site-test.ts';
import { hydrated, openEnhanced } from '../support/events.ts';
import { idle } from '../support/idle.ts';
import { headlines, section } from '../support/post-sections.ts';
import { toasts } from '../support/toast.ts';
import { addressOf, isSameDocument, markDocument } from '../support/visit.ts';

// A page is there before React, which loads at the first touch: a press in between is taken at once, is not lost, and
// is carried out once.

const POST = `/post/${everything.slug}`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
const opener = (page: Page) => page.getByRole('banner').locator('summary');
const onward = (page: Page) => page.getByRole('link', { name: 'Load more posts' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this post' });
const shown = (page: Page) => headlines(page.locator('#posts'));
const theme = (page: Page) => page.getByRole('button', { name: / theme$/ });

/** Keeps matching requests waiting until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.fallback();
  });
  return () => release();
}

/** React and everything that belongs to it; not the enhancer. */
const REACT = /\/assets\/(react|entry-client|parts)-[^/]+\.js$/;

const click = (control: Locator) => control.click();
const enter = async (control: Locator) => {
  await control.focus();
  await control.page().keyboard.press('Enter');
};

interface Press {
  name: string;
  at: string;
  isPhone?: boolean;
  press: (page: Page) => Promise<void>;
  /** Expects the sign that the press was taken, before React has loaded. */
  taken: (page: Page) => Promise<void>;
  /** Expects the effect of the press. */
  done: (page: Page) => Promise<void>;
}

const isBusy = (control: (page: Page) => Locator) => (page: Page) =>
  expect(control(page)).toHaveAttribute('aria-busy', 'true');

const isDark = (page: Page) => expect(page.locator('html')).toHaveClass(/\bdark\b/);
const isMenuOpen = (page: Page) => expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
const isDialogOpen = (page: Page) => expect(dialog(page)).toBeVisible();
const isFiltered = async (page: Page) => {
  await expect(page).toHaveURL(/\?category=technology$/);
  await expect(button(page, 'Technology')).toHaveAttribute('aria-pressed', 'true');
  await expect(shown(page).first()).toHaveText(
    livePostsOf('technology').filter((post) => latest.includes(post))[0]?.title ?? '',
  );
};
const isLonger = (page: Page) => expect(shown(page)).toHaveCount(24);
const isList = (page: Page) => expect(button(page, 'List')).toHaveAttribute('aria-pressed', 'true');

const presses: Press[] = [
  ...([click, enter] as const).flatMap((press): Press[] => {
    const by = press === click ? 'pointer' : 'keyboard';
    return [
      { name: `theme by ${by}`, at: '/', press: (page) => press(theme(page)), taken: isDark, done: isDark },
      {
        name: `menu by ${by}`,
        at: '/',
        isPhone: true,
        press: (page) => press(opener(page)),
        taken: isMenuOpen,
        done: isMenuOpen,
      },
      {
        name: `list by ${by}`,
        at: press === click ? '/' : '/category/technology',
        press: (page) => press(button(page, 'List')),
        taken: isList,
        done: isList,
      },
      {
        name: `a category by ${by}`,
        at: '/',
        press: (page) => press(button(page, 'Technology')),
        taken: isBusy((page) => button(page, 'Technology')),
        done: isFiltered,
      },
      {
        name: `load more by ${by}`,
        at: '/',
        press: (page) => press(onward(page)),
        taken: isBusy(onward),
        done: isLonger,
      },
      {
        name: `share by ${by}`,
        at: POST,
        press: (page) => press(button(page, 'Share')),
        taken: isBusy((page) => button(page, 'Share')),
        done: isDialogOpen,
      },
    ];
  }),
  {
    name: 'a search from the header',
    at: '/',
    press: async (page) => {
      await page.getByRole('banner').locator('[type=search]:visible').fill('workbench');
      await page.keyboard.press('Enter');
    },
    taken: isBusy((page) => page.getByRole('banner').getByRole('button', { name: 'Find posts' })),
    done: (page) =>
      expect(page.getByRole('main').getByRole('status').first()).toHaveText('Found 14 result(s) for "workbench"'),
  },
  {
    name: 'a search on the search page',
    at: '/search',
    press: async (page) => {
      await page.getByRole('main').locator('[type=search]:visible').fill('workbench');
      await button(page, 'Search').click();
    },
    taken: isBusy((page) => button(page, 'Search')),
    done: (page) =>
      expect(page.getByRole('main').getByRole('status').first()).toHaveText('Found 14 result(s) for "workbench"'),
  },
  {
    name: 'a blank search',
    at: '/about',
    press: async (page) => {
      await page.getByRole('banner').locator('[type=search]:visible').fill('  ');
      await page.keyboard.press('Enter');
    },
    taken: isBusy((page) => page.getByRole('banner').getByRole('button', { name: 'Find posts' })),
    done: async (page) => {
      await expect(page.locator('[aria-busy]')).toHaveCount(0);
      expect(addressOf(page)).toBe('/about');
    },
  },
  {
    name: 'a message',
    at: '/contact',
    press: async (page) => {
      await page.route(/\/api\/contact$/, (route) => route.fulfill({ status: 204 }));
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Message').fill('Hello');
      await button(page, 'Send Message').click();
    },
    taken: isBusy((page) => button(page, 'Send Message')),
    done: (page) => expect(toasts(page).getByText('Message Sent!', { exact: true })).toBeVisible(),
  },
  {
    name: 'a message without words',
    at: '/contact',
    press: (page) => button(page, 'Send Message').click(),
    taken: isBusy((page) => button(page, 'Send Message')),
    done: (page) => expect(toasts(page).getByText('Missing Information', { exact: true })).toBeVisible(),
  },
  {
    name: 'Explore Featured Posts',
    at: '/',
    press: (page) => button(page, 'Explore Featured Posts').click(),
    taken: isBusy((page) => button(page, 'Explore Featured Posts')),
    done: (page) => expect(page.locator('#featured-posts a').first()).toBeFocused(),
  },
  {
    name: 'an order chosen from a list',
    at: '/search?q=workbench',
    press: (page) =>
      page
        .getByLabel('Order')
        .selectOption('Oldest first')
        .then(() => {}),
    taken: (page) => expect(page.getByLabel('Order')).toHaveValue('oldest'),
    done: async (page) => {
      await expect(page).toHaveURL(/[?&]order=oldest(&|$)/);
      await expect(shown(page).first()).toHaveText(notes.at(-1)?.title ?? '');
      await expect(page.getByLabel('Order')).toHaveValue('oldest');
    },
  },
  {
    name: 'More Categories',
    at: '/',
    press: (page) => page.getByText(/^More Categories/).click(),
    taken: (page) => expect(button(page, 'Travel')).toBeVisible(),
    done: (page) => expect(button(page, 'Travel')).toBeVisible(),
  },
];

for (const { name, at, isPhone, press, taken, done } of shareOf(presses, 18)) {
  test(`before React has come: ${name} is taken at once, and done`, async ({ page }) => {
    await page.setViewportSize(isPhone ? PHONE : DESKTOP);
    const release = await hold(page, REACT);
    await openEnhanced(page, at);
    await markDocument(page);
    await press(page);
    await taken(page);
    release();
    await done(page);
    await hydrated(page);
    await done(page);
    await expect(page.locator(':is(a, button)[aria-busy]')).toHaveCount(0);
    expect(await isSameDocument(page)).toBe(true);
  });
}

for (const press of shareOf([click, enter], 2)) {
  test(`a link pressed by ${press === click ? 'pointer' : 'keyboard'} before React has come is followed by the browser, and back`, async ({
    page,
  }) => {
    await hold(page, REACT);
    await page.goto('/');
    await press(section(page, 'Latest Posts').getByRole('link', { name: latest[3]?.title, exact: true }));
    await expect(heading(page)).toHaveText(latest[3]?.title ?? '');
    await page.goBack();
    await expect(heading(page)).toHaveText('Discover Insights Across Every Niche');
  });
}

test('a page of a list by its number is a document', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/\?page=2#posts$/);
  await expect(shown(page).first()).toHaveText(latest[12]?.title ?? '');
});

test('a link pressed for a new tab is left to the browser', { tag: '@long' }, async ({ page, context }) => {
  await hold(page, REACT);
  await page.goto('/');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: everything.title, exact: true }).click({ modifiers: ['ControlOrMeta'] });
  const other = await opened;
  await other.waitForURL(new RegExp(`${POST}$`));
  await other.close();
  expect(addressOf(page)).toBe('/');
});

test('where React cannot be had, forms and links work as without scripts', async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await page.route(REACT, (route) => route.abort());
  await page.goto('/');
  await button(page, 'Technology').click();
  await expect(page).toHaveURL(/\?category=technology$/);
  await page.getByRole('banner').locator('[type=search]:visible').fill('workbench');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=workbench$/);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).filter({ visible: true }).click();
  await expect(heading(page)).toHaveText('About Us');
});

test('a button pressed before the page has any script is pressed again', async ({ page }) => {
  const release = await hold(page, /\/assets\/[^/]+\.js$/);
  await page.goto(POST, { waitUntil: 'commit' });
  await button(page, 'Share').click({ noWaitAfter: true });
  await expect(button(page, 'Share')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, 'Share')).toBeFocused();
});

test('Share does not wait for a picture that hangs', { tag: '@long' }, async ({ page }) => {
  const release = await hold(page, /\/uploads\//);
  await page.goto(POST, { waitUntil: 'domcontentloaded' });
  await button(page, 'Share').click();
  await expect(dialog(page)).toBeVisible();
  release();
});

test('what is typed before React has come stays', { tag: '@long' }, async ({ page }) => {
  const release = await hold(page, REACT);
  await page.goto('/search?q=workbench');
  const box = page.getByRole('main').locator('[type=search]:visible');
  await box.fill('workbench and plank');
  release();
  await hydrated(page);
  await expect(box).toHaveValue('workbench and plank');
  await expect(box).toBeFocused();
});

test('a page that was left by a link of ours and reloaded is left again by Back', { tag: '@long' }, async ({
  page,
  open,
}) => {
  await open('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Travel', exact: true }).click();
  await expect(heading(page)).toHaveText('Travel');
  await page.reload();
  await page.goBack();
  await expect(heading(page)).toHaveText('Discover Insights Across Every Niche');
  await page.goForward();
  await expect(heading(page)).toHaveText('Travel');
  // The same holds when Back is pressed before the first script has loaded.
  const release = await hold(page, /\/enhancer-/);
  await page.reload({ waitUntil: 'commit' });
  await page.goBack({ waitUntil: 'commit' });
  release();
  await expect(heading(page)).toHaveText('Discover Insights Across Every Niche');
});

test('until something is touched a page asks for one small file of script, however long it is looked at', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  for (const path of ['/', POST, '/category/technology', '/contact']) {
    scripts.length = 0;
    await page.goto(path);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    // The enhancer is requested when the page has been painted.
    await expect.poll(() => scripts).toEqual([expect.stringMatching(/\/enhancer-/)]);
    await idle(page);
    expect(scripts).toEqual([expect.stringMatching(/\/enhancer-/)]);
  }
});

test('a mouse that lies still asks for no React, whatever is scrolled beneath it', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const link = page.getByRole('link', { name: everything.title, exact: true });
  await openEnhanced(page, '/');
  // The pointer is over words that request nothing, and over the link once the page is scrolled.
  const words = await heading(page).boundingBox();
  const [x, y] = [Math.round((words?.x ?? 0) + 20), Math.round((words?.y ?? 0) + 20)];
  await page.mouse.move(x, y);
  const below = await link.evaluate((element, middle) => {
    const { top, height } = element.getBoundingClientRect();
    return top + height / 2 - middle;
  }, y);
  await page.mouse.wheel(0, below);
  await expect.poll(() => link.evaluate((element) => element.matches(':hover'))).toBe(true);
  await idle(page);
  expect(scripts.filter((path) => REACT.test(path))).toEqual([]);
  await page.mouse.move(x + 1, y);
  await expect(page.locator(`html[${AWAKE}]`)).toBeAttached();
});
