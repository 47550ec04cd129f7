import { BarList } from '../bar-list.tsx';
import { DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import type { StatisticsView } from '../statistics-address.ts';
import { countText, dayName } from '../statistics-words.ts';
import { useReferrers } from '../use-statistics.ts';
import { PanelState } from './panel-state.tsx';

/** The most bars of the chart; the table has all rows. */
const MOST_BARS = 10;
const UNNAMED = 'No other site named';
const OTHERS = 'Other sites';

/** The sites that readers came from, by name only. */
export function ReferrersPanel({ view }: { view: StatisticsView }) {
  const query = useReferrers(view);
  const hosts = query.data?.hosts ?? [];
  const unnamed = query.data?.unnamed ?? 0;
  return (
    <Panel
      title="Where readers came from"
      hint={`The names of sites${query.data ? `, since ${dayName(query.data.from)}` : ''}. Most browsers name none.`}
      csv={{ table: 'referrers', view }}
      table={
        <DataTable
          caption="Where readers came from"
          columns={[{ name: 'Site' }, { name: 'Readings', isNumber: true }, { name: 'Before', isNumber: true }]}
          rows={[
            ...hosts.map(
              ({ host, readings, before }) =>
                [host ?? '', host ?? OTHERS, countText(readings), countText(before)] as const,
            ),
            ['unnamed', UNNAMED, countText(unnamed), ''],
          ]}
        />
      }
    >
      <PanelState query={query} isEmpty={hosts.length + unnamed === 0} empty="Nobody came in this time.">
        <BarList
          label="Where readers came from"
          bars={[
            ...hosts.slice(0, MOST_BARS).map(({ host, readings }) => ({
              key: host ?? '',
              name: host ?? OTHERS,
              count: readings,
              figure: countText(readings),
            })),
            { key: 'unnamed', name: UNNAMED, count: unnamed, figure: countText(unnamed) },
          ]}
        />
      </PanelState>
    </Panel>
  );
}
