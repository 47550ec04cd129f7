import { Link } from 'react-router-dom';
import type { CategoryNiche } from '#shared/contract/statistics.ts';
import { costText } from '../../cost-text.ts';
import { BarList } from '../bar-list.tsx';
import { DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import { type StatisticsView, statisticsAddress } from '../statistics-address.ts';
import { changeText, countText, shareText, timesText } from '../statistics-words.ts';
import { useNiches } from '../use-statistics.ts';
import { PanelState } from './panel-state.tsx';

/** Each niche: what it cost in this period, what waits in it, and how often it was read. */
export function NichesPanel({ view }: { view: StatisticsView }) {
  const query = useNiches(view);
  // There may be fifteen categories of which one is used: those without figures are left out.
  const niches =
    query.data?.categories.filter(({ posts, drafts, readings, calls }) => posts + drafts + readings + calls) ?? [];
  const unfiled = query.data?.unfiled;
  return (
    <Panel
      title="Niches"
      hint="What a category costs and holds, beside how often it is read."
      csv={{ table: 'categories', view }}
      table={<NicheTable niches={niches} view={view} />}
    >
      <PanelState query={query} isEmpty={niches.length === 0} empty="No category has a post yet.">
        <BarList
          label="Readings by category"
          bars={niches.map((niche) => ({
            key: String(niche.id),
            name: <NicheName niche={niche} view={view} />,
            count: niche.readings,
            figure: [countText(niche.readings), changeText(niche.readings, niche.before)].filter(Boolean).join(' · '),
            more: nicheText(niche),
          }))}
        />
        {unfiled && unfiled.calls > 0 && (
          <p className="mt-4 text-sm text-muted">
            AI for no category{' '}
            {unfiled.costUsd === null ? `was asked ${timesText(unfiled.calls)}` : `cost ${costText(unfiled.costUsd)}`}{' '}
            in this time.
          </p>
        )}
      </PanelState>
    </Panel>
  );
}

function NicheName({ niche: { id, name, color }, view }: { niche: CategoryNiche; view: StatisticsView }) {
  return (
    <Link
      to={statisticsAddress({ kind: 'category', id }, view.range)}
      className={`${color} font-semibold text-category hover:underline`}
    >
      {name}
    </Link>
  );
}

/** Returns "Read 1,200 times, 43 % to the end. AI cost $4.00. 12 posts, 3 drafts." */
function nicheText({ readings, ends, calls, costUsd, posts, drafts }: CategoryNiche): string {
  const read = readings === 0 ? 'Not read.' : `Read ${timesText(readings)}, ${shareText(ends, readings)} to the end.`;
  const cost =
    costUsd === null
      ? calls === 0
        ? 'No AI.'
        : `AI asked ${timesText(calls)}, price unknown.`
      : `AI cost ${costText(costUsd)}.`;
  return `${read} ${cost} ${counted(posts, 'post')}, ${counted(drafts, 'draft')}.`;
}

function counted(count: number, thing: string): string {
  return `${countText(count)} ${thing}${count === 1 ? '' : 's'}`;
}

function NicheTable({ niches, view }: { niches: readonly CategoryNiche[]; view: StatisticsView }) {
  const names = ['Readings', 'Before', 'To the end', 'AI cost', 'Posts', 'Drafts'];
  return (
    <DataTable
      caption="What each category costs, holds and is read"
      columns={[{ name: 'Category' }, ...names.map((name) => ({ name, isNumber: true }))]}
      rows={niches.map((niche) => [
        String(niche.id),
        <NicheName key="name" niche={niche} view={view} />,
        countText(niche.readings),
        countText(niche.before),
        shareText(niche.ends, niche.readings),
        niche.costUsd === null ? '–' : costText(niche.costUsd),
        countText(niche.posts),
        countText(niche.drafts),
      ])}
    />
  );
}
