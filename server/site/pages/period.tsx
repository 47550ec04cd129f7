import { DeadEnd } from '../components/dead-end.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { ListOpening } from '../components/list-opening.tsx';
import { MonthLinks, MonthLinksSkeleton } from '../components/month-links.tsx';
import { PostSection } from '../components/post-lists/post-section.tsx';
import { fetchPosts } from '../more-posts.ts';
import { usePageControls } from '../page-context.ts';
import { isMissing, type PageProps, type PeriodData, type PeriodWays } from '../page-data.ts';
import { Link } from '../router.tsx';
import { periodPath } from '../routes.ts';
import { periodName } from '../utc-dates.ts';

const NO_WAYS: PeriodWays = { months: [], later: null, earlier: null };

/** The posts of a year or a month, and the links to its months and to the years before and after. */
export function PeriodScreen({ data }: PageProps<PeriodData>) {
  const controls = usePageControls();
  const { period, posts } = data;
  if (isMissing(data)) {
    return (
      <DeadEnd
        title={`Nothing from ${periodName(period)}`}
        text="No posts were published then."
        instead={{ to: '/archive', label: 'All years and months' }}
        posts={data.instead}
      />
    );
  }
  return (
    <>
      <ListOpening title={periodName(period)} count={posts.state === 'ready' ? posts.value.total : null}>
        <OtherPeriods data={data} />
      </ListOpening>
      <PostSection
        // The key changes once the months above the list are known: a new element does not count as one that has moved.
        key={data.ways.state === 'loading' ? 'waiting' : 'known'}
        title="All Posts"
        priority
        list={posts}
        empty={
          <EmptyList>
            <p>No posts found.</p>
          </EmptyList>
        }
        fetchMore={(cursor) => fetchPosts(controls, { cursor, period })}
        onMore={(list) => controls.update({ ...data, posts: { state: 'ready', value: list } })}
      />
    </>
  );
}

function OtherPeriods({ data: { ways, period } }: { data: PeriodData }) {
  const { months, later, earlier } = ways.state === 'ready' ? ways.value : NO_WAYS;
  return (
    <nav aria-label="Archive" className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-y-3">
      {ways.state === 'loading' ? (
        <MonthLinksSkeleton year={period.slice(0, 4)} />
      ) : (
        <MonthLinks months={months} current={period} />
      )}
      <p className="archive-ways">
        {later && <Link to={periodPath(later)}>{later}</Link>}
        {period.length > 4 && <Link to={periodPath(period.slice(0, 4))}>{`All of ${period.slice(0, 4)}`}</Link>}
        <Link to="/archive">All years</Link>
        {earlier && <Link to={periodPath(earlier)}>{earlier}</Link>}
      </p>
    </nav>
  );
}
