import type { ArchiveMonth } from '#shared/contract/posts/posts.ts';
import { Link } from '../router.tsx';
import { periodPath } from '../routes.ts';
import { monthName } from '../utc-dates.ts';

interface MonthLinksProps {
  months: ArchiveMonth[];
  /** The year or month that is shown. */
  current?: string;
}

/** The blank chips of a whole year: they keep the room for a year's months until it is known which months there are. */
export function MonthLinksSkeleton({ year }: { year: string }) {
  const months = Array.from({ length: 12 }, (_, index) => monthName(`${year}-${String(12 - index).padStart(2, '0')}`));
  return (
    <ul className="filter-bar" aria-hidden="true">
      {months.map((name) => (
        <li key={name} className="chip text-transparent">{`${name} 10`}</li>
      ))}
    </ul>
  );
}

/** The links to the months of a year, with their numbers of posts. */
export function MonthLinks({ months, current }: MonthLinksProps) {
  return (
    <ul className="filter-bar">
      {months.map(({ month, posts }) => (
        <li key={month}>
          <Link to={periodPath(month)} className="chip" aria-current={month === current ? 'page' : undefined}>
            <span>
              {monthName(month)}
              <span className="sr-only">{` ${month.slice(0, 4)}`}</span>
            </span>
            <span className="chip-count">
              {posts}
              <span className="sr-only">{posts === 1 ? ' post' : ' posts'}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
