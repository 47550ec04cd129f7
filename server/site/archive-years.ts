import type { ArchiveMonth } from '#shared/contract/posts.ts';

interface ArchiveYear {
  /** "2025" */
  year: string;
  posts: number;
  /** Newest first. */
  months: ArchiveMonth[];
}

/** The months of the archive under their years, newest first. */
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
