import { ChartSpline, Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { downloadStatistics, type StatisticsTable } from '#shared/contract/statistics.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { useAction } from '../use-action.ts';
import type { StatisticsView } from './statistics-address.ts';
import { askedOf } from './use-statistics.ts';

interface PanelProps {
  title: string;
  hint?: ReactNode;
  /** The table that can be downloaded as a file. */
  csv: { table: StatisticsTable; view: StatisticsView };
  /** The same figures as a table, shown in place of the chart when the owner asks for it. */
  table?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Figures under a heading: as a chart, as a table, as a file. */
export function Panel({ title, hint, csv, table, className = '', children }: PanelProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const download = useAction({
    name: 'statistics_downloaded',
    async run({ api, files }) {
      const text = await api.text(downloadStatistics, { params: { table: csv.table }, query: askedOf(csv.view) });
      return files.saveText(`${csv.table}-${csv.view.range}.csv`, text);
    },
    failure: 'The file could not be made',
  });
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-md border border-line bg-surface p-4 sm:p-5 ${className}`}
    >
      <div className="mb-4 flex items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="font-serif text-xl font-medium">
            {title}
          </h3>
          {hint && <p className="text-sm text-muted">{hint}</p>}
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {table && (
            <Button size="sm" aria-describedby={id} onClick={() => setIsTable(!isTable)}>
              {isTable ? <ChartSpline aria-hidden /> : <Table2 aria-hidden />}
              {isTable ? 'Chart' : 'Table'}
            </Button>
          )}
          <IconButton
            label={`Download “${title}” as CSV`}
            className="size-8"
            disabled={download.isPending}
            onClick={() => download.mutate()}
          >
            <Download aria-hidden />
          </IconButton>
        </div>
      </div>
      {isTable ? table : children}
    </section>
  );
}
