import type { ReactNode } from 'react';
import { scrollable } from '#shared/ui/scrollable.ts';

interface Column {
  name: string;
  /** Whether the column is aligned to its end, with figures of equal width. */
  isNumber?: boolean;
}

interface DataTableProps {
  /** What the table shows, for those who do not see its heading. */
  caption: string;
  columns: readonly Column[];
  /** Each row begins with its key, followed by a cell for each column. */
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
}

/** A table of figures; if it is wider or longer than its place, it scrolls there. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <section {...scrollable} aria-label={caption} className="max-h-96 overflow-auto rounded-sm">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th
                key={name}
                scope="col"
                className={`border-b border-line-strong px-2 py-1.5 font-semibold whitespace-nowrap first:ps-0 last:pe-0 ${isNumber ? 'text-end' : 'text-start'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, ...cells]) => (
            <tr key={key} className="border-b border-line last:border-0">
              {columns.map(({ name, isNumber }, index) => (
                <td
                  key={name}
                  className={`px-2 py-1.5 first:ps-0 last:pe-0 ${isNumber ? 'text-end tabular-nums whitespace-nowrap' : 'wrap-anywhere'}`}
                >
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
