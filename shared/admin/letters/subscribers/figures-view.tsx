import { ChevronDown } from 'lucide-react';
import type { SubscriberFigures } from '#shared/contract/letters/subscribers.ts';
import { topicName } from './subscriber-words.ts';

/** The most topics that are shown; the others are left to the list. */
const MOST = 12;

/** What is followed, and how the number of followers developed: tables of numbers, with bars that illustrate them. */
export function FiguresView({ figures: { topics, months } }: { figures: SubscriberFigures }) {
  if (months.every(({ following, begun }) => following + begun === 0)) return null;
  const most = Math.max(1, ...topics.map(({ followers }) => followers));
  const highest = Math.max(1, ...months.map(({ following }) => following));
  return (
    <details className="group mt-4 rounded-md border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between px-4 font-semibold">
        By topic and by month
        <ChevronDown aria-hidden className="size-4 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-x-10 gap-y-6 px-4 pt-1 pb-5 md:grid-cols-2">
        <table className="self-start text-sm">
          <caption className="pb-2 text-start font-semibold">What is followed</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Topic</th>
              <th scope="col">Followers</th>
            </tr>
          </thead>
          <tbody>
            {topics.slice(0, MOST).map((topic) => (
              <Bar
                key={`${topic.kind} ${topic.targetId}`}
                name={topicName(topic)}
                value={topic.followers}
                share={topic.followers / most}
              />
            ))}
          </tbody>
        </table>
        <table className="self-start text-sm">
          <caption className="pb-2 text-start font-semibold">Followers at the end of each month</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Followers</th>
              <th scope="col">Begun and ended</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, following, begun, ended }) => (
              <Bar
                key={month}
                name={month}
                value={following}
                share={following / highest}
                aside={`+${begun} −${ended}`}
              />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Bar({ name, value, share, aside }: { name: string; value: number; share: number; aside?: string }) {
  return (
    <tr>
      <th scope="row" className="w-2/5 py-1 pe-3 text-start font-normal wrap-anywhere">
        {name}
      </th>
      <td className="py-1">
        <span className="flex items-center gap-2">
          <span className="h-2.5 max-w-[60%] min-w-px rounded-full bg-accent" style={{ width: `${share * 60}%` }} />
          {value.toLocaleString('en-US')}
        </span>
      </td>
      {aside !== undefined && <td className="py-1 text-end text-muted tabular-nums">{aside}</td>}
    </tr>
  );
}
