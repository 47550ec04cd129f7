import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import type { StatisticsView } from '../statistics-address.ts';
import { countText, dayName } from '../statistics-words.ts';
import { useSearches } from '../use-statistics.ts';
import { PanelState } from './panel-state.tsx';

const kinds = [
  { kind: 'missed', label: 'Not found', table: 'searches-missed' },
  { kind: 'found', label: 'Found', table: 'searches-found' },
] as const;

/** What readers searched for. Searches without a result come first, because they are posts to write. */
export function SearchesPanel({ view }: { view: StatisticsView }) {
  const query = useSearches(view);
  const [shown, setShown] = useState<(typeof kinds)[number]>(kinds[0]);
  const rows = query.data?.[shown.kind] ?? [];
  return (
    <Panel
      title="Searches"
      hint="Words that look like an e-mail address or a long number are not kept."
      csv={{ table: shown.table, view }}
    >
      <fieldset aria-label="Which searches" className="mb-3 flex gap-1.5">
        {kinds.map((each) => (
          <Button
            key={each.kind}
            size="sm"
            aria-pressed={each === shown}
            className={each === shown ? 'bg-sunken!' : ''}
            onClick={() => setShown(each)}
          >
            {each.label}
          </Button>
        ))}
      </fieldset>
      <PanelState
        query={query}
        isEmpty={rows.length === 0}
        empty={shown.kind === 'missed' ? 'No search was without a result.' : 'Nothing was searched for and found.'}
      >
        <DataTable
          caption={shown.kind === 'missed' ? 'Searched for and not found' : 'Searched for and found'}
          columns={[{ name: 'Words' }, { name: 'Asked', isNumber: true }, { name: 'Last', isNumber: true }]}
          rows={rows.map(({ words, asked, last }) => [words ?? '', words ?? 'Others', countText(asked), dayName(last)])}
        />
      </PanelState>
    </Panel>
  );
}
