import type { ArchiveMonth } from '#shared/contract/posts/posts.ts';
import type { PeriodWays } from './page-data.ts';

interface ArchiveYear {
  /** "2025" */
  year: string;
  posts: number;
  /** Newest first. */
  months: ArchiveMonth[];
}

/** Groups the months of the archive by their years, newest first. */
export function archiveYears(months: readonly ArchiveMonth[]): ArchiveYear[] {
  const years = new Map<string, ArchiveYear>();
  for (const month of months) {
    const year = month.month.slice(0, 4);
    const known = years.get(year) ?? { year, posts: 0, months: [] };
    known.posts += month.posts;
    known.months.push(month);
    years.set(year, known);
  }
  return [...years.values()];
}

/** Returns the links of the page of a year or month ("2025", "2025-07"), from all months with posts. */
export function waysFrom(period: string, all: readonly ArchiveMonth[]): PeriodWays {
  const years = archiveYears(all);
  const here = years.findIndex(({ year }) => year === period.slice(0, 4));
  return {
    months: years[here]?.months ?? [],
    later: years[here - 1]?.year ?? null,
    earlier: years[here + 1]?.year ?? null,
  };
}
