import { DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import type { StatisticsView } from '../statistics-address.ts';
import { countText, timeName } from '../statistics-words.ts';
import { TimeChart } from '../time-chart.tsx';
import { useFollowers } from '../use-statistics.ts';
import { PanelState } from './panel-state.tsx';

/** The number of followers by e-mail, over time. */
export function FollowersPanel({ view }: { view: StatisticsView }) {
  const query = useFollowers(view);
  const { times = [], total = 0, before = 0 } = query.data ?? {};
  const hasChanged = total + before > 0 || times.some(({ joined }) => joined > 0);
  return (
    <Panel
      title="Followers by e-mail"
      hint="Those whose addresses are confirmed, and the mails of letters that went to them."
      csv={{ table: 'followers', view }}
      table={
        <DataTable
          caption="Followers by e-mail"
          columns={[
            { name: 'Time' },
            { name: 'Came', isNumber: true },
            { name: 'Went', isNumber: true },
            { name: 'In all', isNumber: true },
            { name: 'Mails sent', isNumber: true },
          ]}
          rows={times
            .toReversed()
            .map(({ at, joined, left, total: all, mails }) => [
              at,
              timeName(at),
              countText(joined),
              countText(left),
              countText(all),
              countText(mails),
            ])}
        />
      }
    >
      <PanelState query={query} isEmpty={!hasChanged} empty="Nobody follows by e-mail yet.">
        <TimeChart
          description={`Followers by e-mail: ${countText(total)}, and ${countText(before)} before this time.`}
          rows={times}
          series={[{ field: 'total', name: 'Followers', look: 'area' }]}
        />
      </PanelState>
    </Panel>
  );
}
