import type { ArchiveMonth } from '#shared/contract/posts.ts';
import { Link } from '../router.tsx';
import { periodPath } from '../routes.ts';
import { monthName } from '../utc-dates.ts';

interface MonthLinksProps {
  months: ArchiveMonth[];
  /** The year or month that is shown. */
  current?: string;
}

/** The months of a year with their numbers of posts. */
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
