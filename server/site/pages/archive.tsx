import { Link } from 'react-router-dom';
import { archiveYears } from '../archive-years.ts';
import { Failed } from '../components/failed.tsx';
import { MonthLinks } from '../components/month-links.tsx';
import { Nothing } from '../components/nothing.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import type { ArchiveData, PageProps } from '../page-data.ts';
import { periodPath } from '../routes.ts';

/** All years and months in which posts were published. */
export function ArchiveScreen({ data: { months } }: PageProps<ArchiveData>) {
  return (
    <div className="page-width pb-20">
      <PageOpening title="Archive" standfirst="Every post by the year and month of its publication." />
      {months.state === 'loading' && <Skeleton className="mt-10 h-40 w-full" />}
      {months.state === 'failed' && (
        <div className="pt-10">
          <Failed message={months.message} />
        </div>
      )}
      {months.state === 'ready' && months.value.length === 0 && (
        <div className="pt-10">
          <Nothing>
            <p>No posts found.</p>
          </Nothing>
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
