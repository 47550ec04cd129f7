import type { ReactNode } from 'react';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { getReadings } from '#shared/contract/statistics.ts';
import type { StatisticsView } from './statistics-address.ts';
import { changeText, countText, followersText, shareText } from './statistics-words.ts';
import { useFollowers } from './use-statistics.ts';

interface TilesProps {
  view: StatisticsView;
  readings: AnswerOf<typeof getReadings>;
}

/** The most important figures, each beside that of the period before. */
export function Tiles({ view, readings: { total, before } }: TilesProps) {
  return (
    <dl className={`grid grid-cols-2 gap-3 ${view.subject === null ? 'lg:grid-cols-4' : 'lg:grid-cols-3'}`}>
      <Tile name="Readings" figure={countText(total.readings)}>
        {changeText(total.readings, before.readings)}
      </Tile>
      {view.subject === null && (
        <Tile name="Of posts" figure={countText(total.posts)}>
          {changeText(total.posts, before.posts)}
        </Tile>
      )}
      <Tile name="Posts read to the end" figure={shareText(total.ends, total.posts)}>
        {before.posts > 0 && `${shareText(before.ends, before.posts)} before`}
      </Tile>
      {view.subject === null ? <FollowersTile view={view} /> : <PhonesTile total={total} />}
    </dl>
  );
}

function FollowersTile({ view }: { view: StatisticsView }) {
  const { data } = useFollowers(view);
  const { times = [], total = 0, before = 0 } = data ?? {};
  const mails = times.reduce((sum, time) => sum + time.mails, 0);
  return (
    <Tile name="Follow by e-mail" figure={data ? countText(data.total) : '–'}>
      {followersText(total - before, mails)}
    </Tile>
  );
}

function PhonesTile({ total: { phones, readings } }: Pick<TilesProps['readings'], 'total'>) {
  return <Tile name="On a phone" figure={shareText(phones, readings)} />;
}

function Tile({ name, figure, children }: { name: string; figure: string; children?: ReactNode }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-surface p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="block font-serif text-3xl font-medium tabular-nums">{figure}</span>
        <span className="block min-h-5 text-sm text-muted">{children}</span>
      </dd>
    </div>
  );
}
