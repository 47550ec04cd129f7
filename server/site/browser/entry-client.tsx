import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '../app.tsx';
import { BODY_ID, PAGE_DATA_ID, SPRITE_ID } from '../element-ids.ts';
import { readPageData, type Screen } from '../page-data.ts';
import { createPageStore } from '../page-store.ts';
import { parsePageUrl } from '../routes.ts';
import type { LazyScreenSource } from '../screen-view.tsx';
import { createBrowserData } from './browser-data.ts';
import { lazyImport } from './enhancer/lazy-import.ts';
import { pageCaller } from './page-caller.ts';
import { watchLinks } from './watch-links.ts';

const pageData = document.getElementById(PAGE_DATA_ID)?.textContent;
if (!pageData) throw new Error('The page holds no page data');

const embedded = readPageData(pageData, document.getElementById(BODY_ID)?.innerHTML);
const sprite = document.getElementById(SPRITE_ID)?.innerHTML ?? '';
const LAZY: ReadonlySet<Screen> = new Set([
  'about',
  'archive',
  'author',
  'contact',
  'follow',
  'period',
  'privacy',
  'tag',
  'terms',
]);
const data = createBrowserData(pageCaller);
const store = createPageStore({
  initial: embedded,
  data,
  onError: (error) => console.warn('Part of the page could not be fetched', error),
});

// The code of the screen that the server rendered must be loaded before React compares; other screens load when opened.
const importLazyScreens = () => import('../lazy-screens.ts');
const lazyScreens: LazyScreenSource = {
  loaded: null,
  async load() {
    lazyScreens.loaded = await lazyImport('lazy-screens', importLazyScreens);
    return lazyScreens.loaded;
  },
};
if (isLazy(embedded.page.screen)) await lazyScreens.load();

watchLinks((url) => {
  store.prepare(url);
  if (isLazy(parsePageUrl(url).screen)) {
    importLazyScreens().catch(() => {
      // A failure is ignored here: the code is loaded again, and a failure shown, when the link is followed.
    });
  }
});

let tellAwake = () => {};
/** Resolves when React has taken the page over and its first effects have run. */
export const awake = new Promise<void>((resolve) => {
  tellAwake = resolve;
});

/** The last in the page, so that its effect is the last too. */
function Awake() {
  useEffect(() => tellAwake(), []);
  return null;
}

// As a transition: in slices, between which the page answers.
startTransition(() => {
  hydrateRoot(
    document,
    <BrowserRouter>
      <App
        embedded={embedded}
        pageData={pageData}
        store={store}
        data={data}
        lazyScreens={lazyScreens}
        head={null}
        sprite={sprite}
      />
      <Awake />
    </BrowserRouter>,
  );
});

function isLazy(screen: Screen): boolean {
  return LAZY.has(screen);
}
