import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { getReadings } from '#shared/contract/statistics.ts';
import { BarList } from '../bar-list.tsx';
import { DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import type { StatisticsView } from '../statistics-address.ts';
import { countText, pageNames } from '../statistics-words.ts';

interface PagesPanelProps {
  view: StatisticsView;
  readings: AnswerOf<typeof getReadings>;
}

/** The kinds of pages that were opened; a reader counts once a day for each kind. */
export function PagesPanel({ view, readings: { pages } }: PagesPanelProps) {
  return (
    <Panel
      title="Kinds of pages"
      csv={{ table: 'pages', view }}
      table={
        <DataTable
          caption="Readings by kind of page"
          columns={[{ name: 'Page' }, { name: 'Readings', isNumber: true }]}
          rows={pages.map(({ page, readings }) => [page, pageNames[page], countText(readings)])}
        />
      }
    >
      <BarList
        label="Readings by kind of page"
        bars={pages.map(({ page, readings }) => ({
          ...{ key: page, name: pageNames[page] },
          ...{ count: readings, figure: countText(readings) },
        }))}
      />
    </Panel>
  );
}
