import { startTransition, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { App } from '../app.tsx';
import { BODY_ID, PAGE_DATA_ID, SPRITE_ID } from '../element-ids.ts';
import { readPageData } from '../page-data.ts';
import { createPageStore } from '../page-store.ts';
import { BrowserRouter } from '../router.tsx';
import { pageUrl, parsePageUrl } from '../routes.ts';
import { groupOf, type ScreenGroup } from '../screen-groups.ts';
import type { ScreenGroups, ScreenSource } from '../screens.ts';
import type { SiteData } from '../site-data.ts';
import { createBrowserData } from './browser-data.ts';
import { type CarriedPicture, carryPicture } from './carry-picture.ts';
import { lazyImport } from './lazy-import.ts';
import { isOriginAway, pageCaller } from './page-caller.ts';

const screenImports: { [Group in ScreenGroup]: () => Promise<ScreenGroups[Group]> } = {
  post: () => import('../pages/post.tsx'),
  lists: () => import('../list-screens.ts'),
  others: () => import('../lazy-screens.ts'),
};

/**
 * Milliseconds that the pointer must rest on a link. A pointer that only passes over it, or a link that scrolls by,
 * fetches nothing.
 */
const RESTS = 100;

/**
 * The links to pages that are fetched ahead. Links to search results are left out, because a search costs the server
 * more than a reader's glance is worth; so are links between the pages of a list (`#posts`), which the browser shows in
 * place or loads as a document.
 */
const LEADS_ON = 'a[href^="/"]:not([href^="/search"], [href*="#"], [target])';

const pageData = document.getElementById(PAGE_DATA_ID)?.textContent;
if (!pageData) throw new Error('The page holds no page data');

const embedded = readPageData(pageData, document.getElementById(BODY_ID)?.innerHTML);
const sprite = document.getElementById(SPRITE_ID)?.innerHTML ?? '';
const { writer } = embedded.shell.info;
const data = writer === undefined ? createBrowserData(pageCaller) : await publishedData();
const store = createPageStore({
  initial: embedded,
  data,
  onError: (error) => console.warn('Part of the page could not be fetched', error),
  isAway: isOriginAway,
  openDocument: () => location.reload(),
});

const screens: ScreenSource = {
  loaded: {},
  async load(group) {
    Object.assign(screens.loaded, await lazyImport(`${group}-screens`, () => importScreens(group)));
  },
};
// A held press on the share button needs the dialog's code too; otherwise the button fetches it when the reader comes
// near.
if (document.querySelector('[aria-haspopup=dialog][aria-busy]')) {
  import('./share/share-dialog.tsx').catch(() => {
    // The button loads the code again, and reports a failure.
  });
}
// The code of the screen that the server rendered must be loaded before React hydrates; other screens load when opened.
const opened = groupOf(embedded.page.screen);
if (opened) await screens.load(opened);

watchLinks((url) => {
  if (published) return;
  store.prepare(url);
  const group = groupOf(parsePageUrl(url).screen);
  if (!group || screens.loaded[group]) return;
  importScreens(group).catch(() => {
    // A failure is ignored here: the code is loaded again, and a failure shown, when the link is followed.
  });
});

/** Fetches the code of a group of screens. It is fetched once, however often this is called. */
function importScreens(group: ScreenGroup): Promise<Partial<ScreenGroups>> {
  return screenImports[group]().then((screens) => ({ [group]: screens }));
}

/**
 * Calls back with the address that a link leads to ("/post/slug") once the pointer rests on the link. `mouseover` and
 * not `pointerover`: a finger that scrolls touches many links.
 */
function watchLinks(onRest: (url: string) => void): void {
  let wait: ReturnType<typeof setTimeout> | undefined;
  const enter = (element: Element) => {
    clearTimeout(wait);
    const link = element.closest<HTMLAnchorElement>(LEADS_ON);
    if (link) wait = setTimeout(() => onRest(pageUrl(link.pathname, link.search)), RESTS);
  };
  document.addEventListener('mouseover', ({ target }) => {
    if (target instanceof Element) enter(target);
  });
  // The pointer may already be on the link whose approach loaded this module.
  const link = document.querySelector('a:hover');
  if (link) enter(link);
}

/** Loads the data of a published site, which searches in the browser. */
async function publishedData(): Promise<SiteData> {
  const { createPublishedData } = await lazyImport('published-data', () => import('./published/published-data.ts'));
  return createPublishedData(embedded.page, createBrowserData(pageCaller));
}

/** What the router needs to know where the pages are files. */
const published = writer === undefined ? undefined : { url: embedded.url, isSearch: embedded.page.screen === 'search' };

/** The path of the screen that is shown. */
let shown = location.pathname;

/**
 * Shows the screen at `url`. A screen that is complete fades in. One that is still loading is shown at once: a fade to
 * its skeleton would be of no use.
 */
function show(url: string, change: () => void): void {
  const group = groupOf(parsePageUrl(url).screen);
  const [from, to] = [shown, location.pathname];
  shown = to;
  if (store.isReady(url) && (!group || screens.loaded[group])) fade(change, () => carryPicture(from, to));
  else change();
}

/**
 * Shows the next screen with a fade, as between loaded documents (`chrome.css`). A picture that both screens have moves
 * from its place on the one to its place on the other. Without a fade where the reader asks for less motion, and in
 * browsers without view transitions.
 */
function fade(change: () => void, carry: () => CarriedPicture | undefined): void {
  // Some browsers lack the function, although the types declare it.
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    change();
    return;
  }
  const picture = carry();
  const { ready, finished } = document.startViewTransition(() => {
    flushSync(change);
    picture?.arrive();
  });
  ready.catch(() => {
    // The transition was cut short by the next one, or skipped in a hidden tab. The screen is shown all the same.
  });
  const end = () => picture?.end();
  finished.then(end, end);
}

let tellAwake = () => {};
/** Resolves when React has taken over the page and its first effects have run. */
export const awake = new Promise<void>((resolve) => {
  tellAwake = resolve;
});

/** The last component in the page, so that its effect runs last. */
function Awake() {
  useEffect(() => tellAwake(), []);
  return null;
}

// As a transition, React works in slices, between which the page responds.
startTransition(() => {
  hydrateRoot(
    document,
    <BrowserRouter show={show} published={published}>
      <App
        embedded={embedded}
        pageData={pageData}
        store={store}
        data={data}
        screens={screens}
        head={null}
        tail={null}
        sprite={sprite}
      />
      <Awake />
    </BrowserRouter>,
  );
});
