import type { ReactNode } from 'react';

export interface Bar {
  key: string;
  name: ReactNode;
  /** The number that the length of the bar stands for. */
  count: number;
  /** Shown at the end of the line. */
  figure: string;
  /** A second line. */
  more?: ReactNode;
}

/** A list of names and numbers, each with a bar; the longest bar is the highest number. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {bars.map(({ key, name, count, figure, more }) => (
        <li key={key} className="text-sm">
          <p className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 tabular-nums">{figure}</span>
          </p>
          <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
              style={{ width: `${count === 0 ? 0 : Math.max(1, (count / most) * 100)}%` }}
            />
          </span>
          {more && <p className="mt-1 text-muted">{more}</p>}
        </li>
      ))}
    </ul>
  );
}
