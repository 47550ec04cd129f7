import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { timeOfDay } from './days.ts';
import type { Entry } from './entries.ts';
import { type EntryActions, EntryLine } from './entry-line.tsx';

/** The number of lines drawn at first, and added by each press of the button under them. */
const STEP = 50;

interface EntryListProps {
  label: string;
  entries: readonly Entry[];
  actions: EntryActions;
  place: 'calendar' | 'day';
}

/** The lines of a day, each in a row of its own; of very many, the first ones and a button for more. */
export function EntryList({ label, entries, actions, place }: EntryListProps) {
  const [count, setCount] = useState(STEP);
  const left = entries.length - count;
  return (
    <>
      <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {entries.slice(0, count).map((entry) => (
          <li key={entry.key}>
            <EntryLine entry={entry} actions={actions} place={place} detail={timeOfDay(entry.at ?? '')} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="sm" className="mt-2" onClick={() => setCount(count + STEP)}>
          {left.toLocaleString('en-US')} more
        </Button>
      )}
    </>
  );
}
