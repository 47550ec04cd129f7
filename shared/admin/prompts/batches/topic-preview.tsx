import { scrollable } from '#shared/ui/scrollable.ts';
import { Select } from '#shared/ui/text-input.tsx';
import {
  COLUMN_WORDS,
  type ColumnUse,
  columnNames,
  guessColumns,
  type ReadTopics,
} from '#shared/workflow/batch/read-topics.ts';
import { useCategories } from '../../catalog/use-catalog.ts';
import { topicsText } from './batch-words.ts';
import type { TypedBatch } from './typed-batch.ts';

/** The largest number of rows and lines shown; the others are only counted. */
const SHOWN = 50;

interface TopicPreviewProps {
  typed: TypedBatch;
  read: ReadTopics;
  onColumns: (columns: ColumnUse[]) => void;
}

/** The result of reading the typed topics: each line that cannot be used, and the runs that the other lines become. */
export function TopicPreview({ typed, read: { topics, faults }, onColumns }: TopicPreviewProps) {
  if (typed.text.trim() === '') return null;
  return (
    <div className="grid gap-4">
      {typed.isTable && <Columns typed={typed} onColumns={onColumns} />}
      {faults.length > 0 && (
        <section className="rounded-md border border-danger/40 p-3">
          <h3 className="text-sm font-semibold text-danger">
            <span role="status">
              {faults.length === 1
                ? '1 line cannot be used'
                : `${faults.length.toLocaleString('en-US')} lines cannot be used`}
            </span>
          </h3>
          <ul
            aria-label="Lines that cannot be used"
            className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto text-sm"
            {...scrollable}
          >
            {faults.slice(0, SHOWN).map(({ line, says }) => (
              <li key={line} className="wrap-anywhere">
                Line {line}: {says}
              </li>
            ))}
            {faults.length > SHOWN && <li>and {(faults.length - SHOWN).toLocaleString('en-US')} more</li>}
          </ul>
        </section>
      )}
      {topics.length > 0 && <Topics topics={topics} />}
    </div>
  );
}

function Columns({ typed, onColumns }: Omit<TopicPreviewProps, 'read'>) {
  const names = columnNames(typed);
  const uses = typed.columns ?? guessColumns(names);
  const choose = (index: number, use: ColumnUse) =>
    // Only one column may have each use.
    onColumns(names.map((_, at) => (at === index ? use : uses[at] === use ? null : (uses[at] ?? null))));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">What the columns hold</legend>
      <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may have one name.
          <li key={index} className="flex items-center gap-2 text-sm">
            <span className="min-w-0 flex-1 truncate">{name.trim() || `Column ${index + 1}`}</span>
            <Select
              aria-label={`What “${name.trim() || `Column ${index + 1}`}” holds`}
              className="w-48!"
              value={uses[index] ?? ''}
              onChange={(event) => choose(index, (event.target.value || null) as ColumnUse)}
            >
              <option value="">Not used</option>
              {Object.entries(COLUMN_WORDS).map(([use, words]) => (
                <option key={use} value={use}>
                  {words}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Topics({ topics }: { topics: ReadTopics['topics'] }) {
  const { data: categories } = useCategories();
  const categoryName = (id: number | null) => categories?.find((each) => each.id === id)?.name ?? 'Chosen later';
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-sm font-semibold">{topicsText(topics.length)}</h3>
      <div className="max-h-64 overflow-auto rounded-md border border-line" {...scrollable}>
        <table className="w-full text-start text-sm">
          <thead className="sticky top-0 bg-sunken text-xs text-muted">
            <tr>
              <th scope="col" className="px-3 py-1.5 text-start font-semibold">
                Line
              </th>
              <th scope="col" className="px-3 py-1.5 text-start font-semibold">
                Target Market
              </th>
              <th scope="col" className="px-3 py-1.5 text-start font-semibold max-sm:sr-only">
                Product/App
              </th>
              <th scope="col" className="px-3 py-1.5 text-start font-semibold max-sm:sr-only">
                Category
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {topics.slice(0, SHOWN).map(({ line, form, categoryId }) => (
              <tr key={line} className="align-top">
                <td className="px-3 py-1.5 text-muted tabular-nums">{line}</td>
                <td className="px-3 py-1.5 wrap-anywhere">
                  <span className="line-clamp-2">{form.targetMarket}</span>
                  <span aria-hidden className="line-clamp-1 text-xs text-muted sm:hidden">
                    {form.productApp} · {categoryName(categoryId)}
                  </span>
                </td>
                <td className="px-3 py-1.5 wrap-anywhere max-sm:sr-only">
                  <span className="line-clamp-2">{form.productApp}</span>
                </td>
                <td className="px-3 py-1.5 max-sm:sr-only">{categoryName(categoryId)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {topics.length > SHOWN && <p className="mt-1 text-xs text-muted">and {topics.length - SHOWN} more</p>}
    </section>
  );
}
