import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { App } from '../app.tsx';
import { VISIT_ID } from '../element-ids.ts';
import * as others from '../lazy-screens.ts';
import * as lists from '../list-screens.ts';
import { leadOn, loadPage, loadPost, lookOf } from '../loader.ts';
import {
  type ContactFormState,
  type EmbeddedPage,
  type PageData,
  pageStatus,
  type Shell,
  serializeForScript,
  serializePageData,
} from '../page-data.ts';
import { createPageStore } from '../page-store.ts';
import * as post from '../pages/post.tsx';
import { StaticRouter } from '../router.tsx';
import { pageUrl } from '../routes.ts';
import type { ScreenSource } from '../screens.ts';
import type { ShownPost, SiteData, SiteInfo } from '../site-data.ts';
import { visitOf } from '../visit.ts';
import type { SiteAssets } from './assets.ts';
import { ConstantHead } from './constant-head.tsx';
import { draftNotice, type UnpublishedKind, unpublishedNotice } from './draft-notice.tsx';
import { FOLD_SHAPES } from './fold-shapes.ts';
import { ICONS } from './icons.ts';
import { landingData } from './landing/landing-data.tsx';
import { structuredData } from './structured-data.ts';
import { subscriptionData } from './subscription/subscription-data.tsx';
import type { SubscriptionView } from './subscription/subscription-view.ts';

export interface RenderInput {
  /** The path and query, checked by the server: "/search?q=tea". */
  url: string;
  data: SiteData;
  info: SiteInfo;
  assets: SiteAssets;
  /** The content security policy, when the page itself must contain it. */
  policy?: string | undefined;
  /** Whether there is a valid session: then edit links are shown, and reading is not counted. */
  owner: boolean;
  /** A post that has no page of its own, and the kind of the notice above it. It is shown at the given address. */
  unpublished?: { post: ShownPost; as: UnpublishedKind } | undefined;
  /** The answer to a contact form sent without JavaScript. */
  form?: ContactFormState | undefined;
  /** The answer to a reader who follows by e-mail, or wants to; it is shown whatever the address. */
  subscription?: SubscriptionView | undefined;
  /** Whether to show the not-found screen, whatever the address. */
  missing?: boolean | undefined;
  /** The time for the copyright line and for draft notices; the time of the call when absent. */
  now?: Date | undefined;
  /**
   * Receives the cause when a list of the page could not be fetched and the page shows an error message in its place.
   */
  onError?: ((error: unknown) => void) | undefined;
}

export interface RenderResult {
  status: 200 | 404;
  /** The whole document, from `<!doctype html>` on. */
  html: string;
}

const sprite = renderSprite();
const screens: ScreenSource = { loaded: { post, lists, others }, load: async () => {} };

/**
 * Renders one page. Lists that fail are part of the page; rejects when the post or category that is the page's subject
 * cannot be fetched. (A subject that does not exist gives a page of status 404.)
 */
export async function renderPage(input: RenderInput): Promise<RenderResult> {
  const { url, info, assets, policy, owner, now = new Date() } = input;
  const [page, categories] = await Promise.all([loadFor(input), loadCategories(input)]);
  const shell: Shell = { info, categories, year: now.getUTCFullYear(), owner };
  const { pathname, search } = new URL(url, 'http://site.invalid');
  const embedded: EmbeddedPage = { url: pageUrl(pathname, search), page, shell };
  const store = createPageStore({ initial: embedded, data: null, onError: () => {} });
  // The query in the address of a file is answered by no server, but by scripts, at once.
  const isOfFiles = info.writer !== undefined && page.screen === 'search';
  const more = isOfFiles && assets.publishedSearch !== undefined ? [assets.publishedSearch] : [];
  const html = renderToString(
    <StaticRouter location={url}>
      <App
        embedded={embedded}
        pageData={serializePageData(embedded)}
        store={store}
        data={null}
        screens={screens}
        head={<ConstantHead assets={assets} info={info} policy={policy} more={more} />}
        tail={<PageTail embedded={embedded} />}
        sprite={sprite}
      />
    </StaticRouter>,
  );
  return { status: pageStatus(page), html: `<!doctype html>${html}` };
}

async function loadFor(input: RenderInput): Promise<PageData> {
  const { url, data, info, owner, now, form, missing, unpublished, subscription, onError } = input;
  if (missing) return leadOn({ screen: 'not-found' }, data, { onError });
  if (subscription) return subscriptionData(subscription, info);
  if (unpublished) {
    const { post, as } = unpublished;
    const page = await loadPost({ slug: post.slug }, { ...data, post: async () => post }, { onError });
    return { ...page, notice: unpublishedNotice(as), isSecret: true };
  }
  const landing = landingData(new URL(url, 'http://site.invalid').pathname, info);
  if (landing) return landing;
  const page = await loadPage(url, data, { onError });
  if (page.screen === 'contact' && form) return { ...page, form };
  if (!owner || page.screen !== 'post' || page.post.state !== 'ready' || !page.post.value) return page;
  const notice = draftNotice(page.post.value, now ?? new Date());
  return notice ? { ...page, notice } : page;
}

async function loadCategories({ data, onError }: RenderInput): Promise<Shell['categories']> {
  try {
    return (await data.categories()).map(lookOf);
  } catch (error) {
    onError?.(error);
    return [];
  }
}

/**
 * Renders every icon and fold shape as `<symbol>`s: HTML for the inside of one `<svg>`. It is made on the server alone:
 * the browser finds it in the page, so no drawing is part of the scripts that a reader loads.
 */
function renderSprite(): string {
  return renderToStaticMarkup(
    <>
      {FOLD_SHAPES.map((path, index) => (
        <symbol key={path} id={`fold-${index}`} viewBox="0 0 100 100">
          <path d={path} />
        </symbol>
      ))}
      {Object.entries(ICONS).map(([name, Drawing]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Drawing strokeWidth="var(--stroke, 1.75)" />
        </symbol>
      ))}
    </>,
  );
}

/**
 * The machine-readable end of a page: the data that opening it counts, and its structured data. It is rendered on the
 * server alone; React leaves unknown elements after its own at the end of a body alone.
 */
function PageTail({ embedded }: { embedded: EmbeddedPage }) {
  return (
    <>
      <script type="application/json" id={VISIT_ID}>
        {serializeForScript(visitOf(embedded))}
      </script>
      {structuredData(embedded.page, embedded.shell).map((data) => {
        const json = serializeForScript(data);
        return (
          <script key={json} type="application/ld+json">
            {json}
          </script>
        );
      })}
    </>
  );
}
