import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { push } from './browser/enhancer/analytics.ts';
import { countPage } from './browser/enhancer/count-view.ts';
import { SiteFooter } from './components/site-footer.tsx';
import { SiteHeader } from './components/site-header.tsx';
import { PAGE_DATA_ID, SPRITE_ID } from './element-ids.ts';
import { PageHead } from './head.tsx';
import { PageContext, type PageControls } from './page-context.ts';
import type { EmbeddedPage, PageData, Shell } from './page-data.ts';
import { eventsOf } from './page-events.ts';
import { pageMeta } from './page-meta.ts';
import type { PageStore } from './page-store.ts';
import { useLocation } from './router.tsx';
import { pageUrl } from './routes.ts';
import { ScreenView } from './screen-view.tsx';
import type { ScreenSource } from './screens.ts';
import type { SiteData } from './site-data.ts';
import { trustedHtml } from './trusted-html.ts';
import { useScroll } from './use-scroll.ts';

interface AppProps {
  embedded: EmbeddedPage;
  /** The text of the embedded page data. */
  pageData: string;
  store: PageStore;
  /** Null on the server. */
  data: SiteData | null;
  screens: ScreenSource;
  /** The constant part of every page's head; null in the browser. */
  head: ReactNode;
  /** The machine-readable end of the page (`PageTail`); null in the browser. */
  tail: ReactNode;
  /** The drawings that icons and covers refer to, as HTML. */
  sprite: string;
}

/** The whole site at one address: the document with header, the address's screen, and footer. */
export function App({ embedded, pageData, store, data, screens, head, tail, sprite }: AppProps) {
  const { shell } = embedded;
  const location = useLocation();
  const url = pageUrl(location.pathname, location.search);
  const page = useSyncExternalStore(
    store.subscribe,
    () => store.read(url),
    () => store.read(url),
  );
  const controls = useControls({ url, shell, store, data });
  useEffect(() => store.visit(url), [url, store]);
  useEvents(page, embedded, url);
  useScroll(location);

  return (
    <Document page={page} shell={shell} head={head} tail={tail} pageData={pageData}>
      <PageContext value={controls}>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <svg id={SPRITE_ID} className="sprite" aria-hidden="true" focusable="false" {...trustedHtml(sprite)} />
        <SiteHeader shell={shell} />
        <main id="content" tabIndex={-1}>
          <ScreenView page={page} shell={shell} screens={screens} />
        </main>
        <SiteFooter shell={shell} isHeldBack={page.screen === 'post' && page.related.state === 'loading'} />
        <Announcer page={page} shell={shell} url={url} initialUrl={embedded.url} />
      </PageContext>
    </Document>
  );
}

interface DocumentProps {
  page: PageData;
  shell: Shell;
  /** The constant part of every page's head (`ConstantHead`); null in the browser, where it is already in the page. */
  head: ReactNode;
  /** The machine-readable end of the page (`PageTail`); null in the browser. */
  tail: ReactNode;
  /** The page data as JSON, the same text on both sides. */
  pageData: string;
  children: ReactNode;
}

/** The whole HTML document. */
function Document({ page, shell, head, tail, pageData, children }: DocumentProps) {
  return (
    // The theme script sets its classes on the root before React sees the root.
    <html lang="en" data-writer={shell.info.writer} suppressHydrationWarning>
      <head>
        {head}
        <PageHead page={page} shell={shell} />
      </head>
      <body>
        {children}
        <script type="application/json" id={PAGE_DATA_ID}>
          {pageData}
        </script>
        {tail}
      </body>
    </html>
  );
}

interface ControlsOf {
  url: string;
  shell: Shell;
  store: PageStore;
  data: SiteData | null;
}

function useControls({ url, shell, store, data }: ControlsOf): PageControls {
  const { year, info } = shell;
  const { writer = '' } = info;
  return useMemo(
    () => ({
      url,
      year,
      writer,
      data,
      reload: () => store.reload(url),
      update: (page) => store.update(url, page),
    }),
    [url, year, writer, data, store],
  );
}

/**
 * Sends the events of every page shown after the first one. Those of the first page are sent by
 * `browser/enhancer/start-enhancer.ts`.
 */
function useEvents(page: PageData, { page: opened, shell, url: openedUrl }: EmbeddedPage, url: string): void {
  const [initial] = useState(() => (eventsOf(opened, shell, openedUrl) ? openedUrl : null));
  const sent = useRef(initial);
  useEffect(() => {
    const events = sent.current === url ? null : eventsOf(page, shell, url);
    if (!events) return;
    sent.current = url;
    for (const event of events) push(event);
    // A post's page counts its reading itself, because the reader may be the owner.
    if (page.screen !== 'post') countPage();
  }, [page, shell, url]);
}

/** Tells screen readers which page a client navigation has led to. */
function Announcer({
  page,
  shell,
  url,
  initialUrl,
}: {
  page: PageData;
  shell: Shell;
  url: string;
  initialUrl: string;
}) {
  const [hasLeft, setHasLeft] = useState(false);
  useEffect(() => {
    if (url === initialUrl) return;
    setHasLeft(true);
    // The structured data described the page that was opened first.
    for (const data of document.querySelectorAll('script[type="application/ld+json"]')) data.remove();
  }, [url, initialUrl]);
  const meta = pageMeta(page, shell);
  return (
    <p className="sr-only" role="status">
      {hasLeft && meta.isComplete ? meta.title : ''}
    </p>
  );
}
