import type { ReactNode } from 'react';
import { scrollable } from '#shared/ui/scrollable.ts';

interface Column {
  name: string;
  /** Stands at the end of its column, in figures of one width. */
  isNumber?: boolean;
}

interface DataTableProps {
  /** What it is a table of, for those who do not see its heading. */
  caption: string;
  columns: readonly Column[];
  /** Each with its key first, then a cell for each column. */
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
}

/** A table of figures; what is wider or longer than its place scrolls in it. */
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
