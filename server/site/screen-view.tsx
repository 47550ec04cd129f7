import { useEffect, useState } from 'react';
import { LoadError } from './components/load-error.tsx';
import { Skeleton } from './components/skeleton-cards.tsx';
import { BODY_ID } from './element-ids.ts';
import type {
  ArchiveData,
  AuthorData,
  ContactData,
  PageData,
  PeriodData,
  PlainData,
  Shell,
  TagData,
} from './page-data.ts';
import { CategoryScreen } from './pages/category.tsx';
import { HomeScreen } from './pages/home.tsx';
import { NotFoundScreen } from './pages/not-found.tsx';
import { PostScreen } from './pages/post.tsx';
import { SearchScreen } from './pages/search.tsx';
import { trustedHtml } from './trusted-html.ts';

type LazyScreens = typeof import('./lazy-screens.ts');

/** Where the screens that are loaded on demand come from: there from the start, or fetched when one is opened. */
export interface LazyScreenSource {
  loaded: LazyScreens | null;
  load: () => Promise<LazyScreens>;
}

interface ScreenViewProps {
  page: PageData;
  shell: Shell;
  lazyScreens: LazyScreenSource;
}

/** The screen a page's data is for. Keyed where a screen holds state of its own that belongs to one address. */
export function ScreenView({ page, shell, lazyScreens }: ScreenViewProps) {
  switch (page.screen) {
    case 'home':
      return <HomeScreen data={page} shell={shell} />;
    case 'post':
      return <PostScreen key={page.slug} data={page} shell={shell} />;
    case 'category':
      return <CategoryScreen key={page.slug} data={page} shell={shell} />;
    case 'search':
      return <SearchScreen data={page} shell={shell} />;
    case 'not-found':
      return <NotFoundScreen data={page} shell={shell} />;
    case 'landing':
      return <div id={BODY_ID} {...trustedHtml(page.html)} />;
    default:
      return <LazyScreen page={page} shell={shell} lazyScreens={lazyScreens} />;
  }
}

interface LazyScreenProps {
  page: TagData | AuthorData | PeriodData | ArchiveData | ContactData | PlainData;
  shell: Shell;
  lazyScreens: LazyScreenSource;
}

function LazyScreen({ page, shell, lazyScreens }: LazyScreenProps) {
  const [screens, setScreens] = useState(lazyScreens.loaded);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    if (screens || hasFailed) return;
    lazyScreens.load().then(setScreens, (error: unknown) => {
      console.warn('The page could not be loaded', error);
      setHasFailed(true);
    });
  }, [screens, hasFailed, lazyScreens]);

  if (hasFailed) {
    return (
      <div className="page-width py-24">
        <LoadError message="This page could not be loaded" onRetry={() => setHasFailed(false)} />
      </div>
    );
  }
  if (!screens) return <QuietSkeleton />;
  switch (page.screen) {
    case 'tag':
      return <screens.TagScreen key={page.slug} data={page} shell={shell} />;
    case 'author':
      return <screens.AuthorScreen key={page.slug} data={page} shell={shell} />;
    case 'period':
      return <screens.PeriodScreen key={page.period} data={page} shell={shell} />;
    case 'archive':
      return <screens.ArchiveScreen data={page} shell={shell} />;
    case 'follow':
      return <screens.FollowScreen data={page} shell={shell} />;
    case 'contact':
      return <screens.ContactScreen data={page} shell={shell} />;
    case 'privacy':
      return <screens.PrivacyScreen data={page} shell={shell} />;
    case 'terms':
      return <screens.TermsScreen data={page} shell={shell} />;
    default:
      return <screens.AboutScreen data={page} shell={shell} />;
  }
}

function QuietSkeleton() {
  return (
    <div className="page-width py-20">
      <h1 className="sr-only">Loading...</h1>
      <Skeleton className="h-12 w-80 max-w-full" />
      <Skeleton className="mt-8 h-4 w-full max-w-measure" />
      <Skeleton className="mt-4 h-4 w-full max-w-measure" />
      <Skeleton className="mt-4 h-4 w-2/3 max-w-120" />
    </div>
  );
}
