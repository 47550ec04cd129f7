import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { getReadings } from '#shared/contract/statistics.ts';
import { BarList } from '../bar-list.tsx';
import { DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import type { StatisticsView } from '../statistics-address.ts';
import { countText, shareText } from '../statistics-words.ts';

interface DevicesPanelProps {
  view: StatisticsView;
  readings: AnswerOf<typeof getReadings>;
}

/** The devices that readers use. */
export function DevicesPanel({ view, readings: { total } }: DevicesPanelProps) {
  const devices = [
    { name: 'Phones', count: total.phones },
    { name: 'Tablets', count: total.tablets },
    { name: 'Computers', count: total.computers },
  ];
  return (
    <Panel
      title="Devices"
      csv={{ table: 'devices', view }}
      table={
        <DataTable
          caption="Readings by device"
          columns={[{ name: 'Device' }, { name: 'Readings', isNumber: true }, { name: 'Share', isNumber: true }]}
          rows={devices.map(({ name, count }) => [name, name, countText(count), shareText(count, total.readings)])}
        />
      }
    >
      <BarList
        label="Readings by device"
        bars={devices.map(({ name, count }) => ({ key: name, name, count, figure: shareText(count, total.readings) }))}
      />
    </Panel>
  );
}
