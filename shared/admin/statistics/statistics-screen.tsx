import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { ranges } from '#shared/contract/statistics.ts';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { useCategories, useTags } from '../catalog/index.ts';
import { LoadFailed } from '../load-failed.tsx';
import { OfferingButton } from '../offer-commands.tsx';
import { usePorts } from '../ports-context.tsx';
import { fetchPost } from '../posts/fetch-post.ts';
import { queryKeys } from '../query-client.ts';
import { LoadingStatistics } from './loading-statistics.tsx';
import { DevicesPanel } from './panels/devices-panel.tsx';
import { FollowersPanel } from './panels/followers-panel.tsx';
import { MissingPanel } from './panels/missing-panel.tsx';
import { NichesPanel } from './panels/niches-panel.tsx';
import { PagesPanel } from './panels/pages-panel.tsx';
import { PostsPanel } from './panels/posts-panel.tsx';
import { ReadingsPanel } from './panels/readings-panel.tsx';
import { ReferrersPanel } from './panels/referrers-panel.tsx';
import { SearchesPanel } from './panels/searches-panel.tsx';
import { TagsPanel } from './panels/tags-panel.tsx';
import {
  readStatisticsAddress,
  type StatisticsSubject,
  type StatisticsView,
  statisticsAddress,
} from './statistics-address.ts';
import { periodText, rangeNames } from './statistics-words.ts';
import { Tiles } from './tiles.tsx';
import { useReadings } from './use-statistics.ts';

/** The statistics of the whole site, or of a post, a category or a tag (docs/rules.md, "Statistics"). */
export function StatisticsScreen() {
  const view = readStatisticsAddress(useLocation());
  const readings = useReadings(view);
  return (
    <section aria-labelledby="statistics-title" className="admin-width py-6 md:py-8">
      <Heading view={view} />
      <Ranges view={view} />
      {readings.data && <p className="mt-2 text-sm text-muted">{periodText(readings.data.period)}.</p>}
      {readings.error && !readings.data && (
        <div className="mt-6">
          <LoadFailed error={readings.error} onTryAgain={() => readings.refetch()} />
        </div>
      )}
      {readings.isPending && <LoadingStatistics />}
      {readings.data && (
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
          <Tiles view={view} readings={readings.data} />
          {readings.data.total.readings + readings.data.before.readings === 0 ? (
            <NothingRead isWhole={view.subject === null} />
          ) : (
            <ReadingsPanel view={view} readings={readings.data} />
          )}
          {view.subject === null ? (
            <WholeSite view={view} readings={readings.data} />
          ) : (
            <OneSubject view={view} readings={readings.data} />
          )}
        </div>
      )}
    </section>
  );
}

type Parts = Parameters<typeof ReadingsPanel>[0];

const COLUMN = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5';
const GRID = 'grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2';

function WholeSite({ view, readings }: Parts) {
  const isRead = readings.total.readings > 0;
  return (
    <>
      <NichesPanel view={view} />
      <div className={GRID}>
        <div className={COLUMN}>
          {isRead && <PostsPanel view={view} />}
          {isRead && <TagsPanel view={view} />}
          <SearchesPanel view={view} />
        </div>
        <div className={COLUMN}>
          {isRead && <ReferrersPanel view={view} />}
          {isRead && <DevicesPanel view={view} readings={readings} />}
          {isRead && <PagesPanel view={view} readings={readings} />}
          <FollowersPanel view={view} />
        </div>
      </div>
      <MissingPanel view={view} />
    </>
  );
}

function OneSubject({ view, readings }: Parts) {
  if (readings.total.readings === 0) return null;
  return (
    <div className={GRID}>
      {view.subject?.kind !== 'post' && <PostsPanel view={view} />}
      <div className={COLUMN}>
        <ReferrersPanel view={view} />
        {view.subject?.kind !== 'post' && <DevicesPanel view={view} readings={readings} />}
      </div>
      {view.subject?.kind === 'post' && <DevicesPanel view={view} readings={readings} />}
    </div>
  );
}

function Heading({ view: { subject, range } }: { view: StatisticsView }) {
  const name = useSubjectName(subject);
  return (
    <>
      {subject && (
        <Link
          to={statisticsAddress(null, range)}
          className="mb-2 inline-flex items-center gap-1.5 text-sm font-semibold text-accent hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          Statistics of the whole site
        </Link>
      )}
      <h2 id="statistics-title" className="font-serif text-2xl font-medium wrap-anywhere">
        {subject ? `Statistics: ${name}` : 'Statistics'}
      </h2>
      <p className="mt-1 mb-4 text-muted">
        What is read, in sums by day. Nobody is known or followed: no cookie, no address, nothing of other companies.
        Robots, you, and readers whose browser asks for it are left out.
      </p>
    </>
  );
}

/** Returns the name of a subject; its kind and number while the name is not known, or if the subject is gone. */
function useSubjectName(subject: StatisticsSubject | null): string {
  const { api } = usePorts();
  const categories = useCategories();
  const tags = useTags();
  const post = useQuery({
    queryKey: [...queryKeys.posts, 'named', subject?.id],
    queryFn: ({ signal }) => fetchPost(api, subject?.id ?? 0, signal),
    enabled: subject?.kind === 'post',
  });
  if (subject === null) return '';
  const { kind, id } = subject;
  if (kind === 'post') return post.data?.title ?? `Post ${id}`;
  if (kind === 'category') return categories.data?.find((each) => each.id === id)?.name ?? `Category ${id}`;
  return `#${tags.data?.find((each) => each.id === id)?.name ?? id}`;
}

function Ranges({ view: { subject, range: shown } }: { view: StatisticsView }) {
  const navigate = useNavigate();
  return (
    <fieldset aria-label="Time" className="flex flex-wrap gap-1.5">
      {ranges.map((range) => (
        <OfferingButton
          command={`Statistics: ${rangeNames[range]}`}
          words={['time', 'range']}
          key={range}
          size="sm"
          aria-pressed={range === shown}
          className={range === shown ? 'border-accent! bg-accent-soft! text-accent!' : ''}
          onClick={() => navigate(statisticsAddress(subject, range), { replace: true })}
        >
          {rangeNames[range]}
        </OfferingButton>
      ))}
    </fieldset>
  );
}

function NothingRead({ isWhole }: { isWhole: boolean }) {
  return (
    <EmptyState title="Nothing was read in this time">
      {isWhole
        ? 'A reading counts when a page has been in sight for a second, once a reader a day. Your own does not count. The first one appears here within seconds.'
        : 'Once it is read, its readings stand here: how many, from where, on what, and how many came to the end.'}
    </EmptyState>
  );
}
