import { archiveYears } from '../archive-years.ts';
import { EmptyList } from '../components/empty-list.tsx';
import { LoadError } from '../components/load-error.tsx';
import { MonthLinks } from '../components/month-links.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Skeleton } from '../components/skeleton-cards.tsx';
import type { ArchiveData, PageProps } from '../page-data.ts';
import { Link } from '../router.tsx';
import { periodPath } from '../routes.ts';

/** All years and months in which posts were published. */
export function ArchiveScreen({ data: { months } }: PageProps<ArchiveData>) {
  return (
    <div className="page-width pb-20">
      <PageHeader title="Archive" standfirst="Every post by the year and month of its publication." />
      {months.state === 'loading' && <Skeleton className="mt-10 h-40 w-full" />}
      {months.state === 'failed' && (
        <div className="pt-10">
          <LoadError message={months.message} />
        </div>
      )}
      {months.state === 'ready' && months.value.length === 0 && (
        <div className="pt-10">
          <EmptyList>
            <p>No posts found.</p>
          </EmptyList>
        </div>
      )}
      {months.state === 'ready' && (
        <ul>
          {archiveYears(months.value).map(({ year, posts, months: ofYear }) => (
            <li key={year} className="archive-year">
              <h2>
                <Link to={periodPath(year)} className="font-serif text-3xl font-semibold hover:underline">
                  {year}
                </Link>
                <span className="text-sm text-muted">
                  {`${posts.toLocaleString('en-US')} ${posts === 1 ? 'post' : 'posts'}`}
                </span>
              </h2>
              <MonthLinks months={ofYear} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
