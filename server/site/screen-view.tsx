import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { LoadError } from './components/load-error.tsx';
import { Skeleton } from './components/skeleton-cards.tsx';
import { BODY_ID } from './element-ids.ts';
import type { PageData, Shell } from './page-data.ts';
import { groupOf, type ScreenGroup } from './screen-groups.ts';
import type { ScreenGroups, ScreenSource } from './screens.ts';
import { trustedHtml } from './trusted-html.ts';

interface ScreenViewProps {
  page: PageData;
  shell: Shell;
  screens: ScreenSource;
}

/** The screen for a page's data, or a placeholder while its code is loaded. */
export function ScreenView({ page, shell, screens }: ScreenViewProps) {
  const group = groupOf(page.screen);
  const [, showAgain] = useReducer((count: number) => count + 1, 0);
  const [failed, setFailed] = useState<ScreenGroup | null>(null);
  const missing = group && !screens.loaded[group] ? group : null;

  useEffect(() => {
    if (!missing || failed === missing) return;
    screens.load(missing).then(showAgain, (error: unknown) => {
      console.warn('The page could not be loaded', error);
      setFailed(missing);
    });
  }, [missing, failed, screens]);

  if (!missing) return showScreen(page, shell, screens.loaded);
  if (failed !== missing) return <QuietSkeleton />;
  return (
    <div className="page-width py-24">
      <LoadError message="This page could not be loaded" onRetry={() => setFailed(null)} />
    </div>
  );
}

/** Renders the screen of a page. Screens with state that belongs to one address have a key. */
function showScreen(page: PageData, shell: Shell, { post, lists, others }: Partial<ScreenGroups>): ReactNode {
  switch (page.screen) {
    case 'landing':
    case 'subscription':
      return <div id={BODY_ID} {...trustedHtml(page.html)} />;
    case 'post':
      return post && <post.PostScreen key={page.slug} data={page} shell={shell} />;
    case 'home':
      return lists && <lists.HomeScreen data={page} shell={shell} />;
    case 'category':
      return lists && <lists.CategoryScreen key={page.slug} data={page} shell={shell} />;
    case 'tag':
    case 'author':
      return lists && <lists.PostsOfScreen key={`${page.screen} ${page.slug}`} data={page} shell={shell} />;
    case 'period':
      return lists && <lists.PeriodScreen key={page.period} data={page} shell={shell} />;
    case 'search':
      return lists && <lists.SearchScreen data={page} shell={shell} />;
    case 'archive':
      return others && <others.ArchiveScreen data={page} shell={shell} />;
    case 'follow':
      return others && <others.FollowScreen data={page} shell={shell} />;
    case 'contact':
      return others && <others.ContactScreen data={page} shell={shell} />;
    case 'about':
      return others && <others.AboutScreen data={page} shell={shell} />;
    case 'privacy':
      return others && <others.PrivacyScreen data={page} shell={shell} />;
    case 'terms':
      return others && <others.TermsScreen data={page} shell={shell} />;
    case 'not-found':
      return others && <others.NotFoundScreen data={page} shell={shell} />;
  }
}

/** As high as the window: the content that replaces it moves nothing that is in sight. */
function QuietSkeleton() {
  return (
    <div className="page-width min-h-dvh py-20" aria-busy="true">
      <h1 className="sr-only">Loading...</h1>
      <Skeleton className="h-12 w-80 max-w-full" />
      <Skeleton className="mt-8 h-4 w-full max-w-measure" />
      <Skeleton className="mt-4 h-4 w-full max-w-measure" />
      <Skeleton className="mt-4 h-4 w-2/3 max-w-120" />
    </div>
  );
}
