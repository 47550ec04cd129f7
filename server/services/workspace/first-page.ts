/** The limits of one answer: this many rows, and this many bytes unless the first row alone has more. */
export interface PageLimits {
  rows: number;
  bytes: number;
}

/** The rows that go into one answer. */
export function firstPage<T extends { size: number }>(found: readonly T[], { rows, bytes }: PageLimits): T[] {
  const page: T[] = [];
  let sum = 0;
  for (const row of found.slice(0, rows)) {
    sum += row.size;
    if (page.length > 0 && sum > bytes) break;
    page.push(row);
  }
  return page;
}
