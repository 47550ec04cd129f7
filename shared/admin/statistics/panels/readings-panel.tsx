import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { getReadings } from '#shared/contract/statistics.ts';
import { DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import type { StatisticsView } from '../statistics-address.ts';
import { countText, timeName } from '../statistics-words.ts';
import { TimeChart } from '../time-chart.tsx';

interface ReadingsPanelProps {
  view: StatisticsView;
  readings: AnswerOf<typeof getReadings>;
}

/** Readings over time, with those of the period before and those that reached the end. */
export function ReadingsPanel({ view, readings: { times, total, before, period } }: ReadingsPanelProps) {
  const caption = `Readings by ${period.unit}, in UTC`;
  return (
    <Panel
      title="Readings"
      hint={`By ${period.unit}, in UTC.`}
      csv={{ table: 'readings', view }}
      table={
        <DataTable
          caption={caption}
          columns={[
            { name: period.unit === 'day' ? 'Day' : 'Month' },
            { name: 'Readings', isNumber: true },
            { name: 'To the end', isNumber: true },
            { name: 'Before', isNumber: true },
          ]}
          rows={times
            .toReversed()
            .map((time) => [
              time.at,
              timeName(time.at),
              countText(time.readings),
              countText(time.ends),
              countText(time.before),
            ])}
        />
      }
    >
      <TimeChart
        description={`${caption}: ${countText(total.readings)} in all, ${countText(before.readings)} in the time before.`}
        rows={times}
        series={[
          { field: 'before', name: 'The time before', look: 'before' },
          { field: 'readings', name: 'Readings', look: 'area' },
          { field: 'ends', name: 'Posts read to the end', look: 'line' },
        ]}
      />
    </Panel>
  );
}
