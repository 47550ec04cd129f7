import { Link } from 'react-router-dom';
import { BarList } from '../bar-list.tsx';
import { DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import { type StatisticsView, statisticsAddress } from '../statistics-address.ts';
import { changeText, countText, shareText } from '../statistics-words.ts';
import { useNiches } from '../use-statistics.ts';
import { PanelState } from './panel-state.tsx';

/** The most bars of the chart; the table has a hundred rows. */
const MOST_BARS = 10;

/** The readings of each tag's posts. */
export function TagsPanel({ view }: { view: StatisticsView }) {
  const query = useNiches(view);
  const tags = query.data?.tags ?? [];
  const named = ({ id, name }: { id: number; name: string }) => (
    <Link to={statisticsAddress({ kind: 'tag', id }, view.range)} className="hover:text-accent">
      #{name}
    </Link>
  );
  return (
    <Panel
      title="Tags"
      hint="A post counts for each of its tags."
      csv={{ table: 'tags', view }}
      table={
        <DataTable
          caption="Readings by tag"
          columns={[
            { name: 'Tag' },
            { name: 'Readings', isNumber: true },
            { name: 'Before', isNumber: true },
            { name: 'To the end', isNumber: true },
          ]}
          rows={tags.map((tag) => [
            String(tag.id),
            named(tag),
            countText(tag.readings),
            countText(tag.before),
            shareText(tag.ends, tag.readings),
          ])}
        />
      }
    >
      <PanelState query={query} isEmpty={tags.length === 0} empty="No post with a tag was read in this time.">
        <BarList
          label="Readings by tag"
          bars={tags.slice(0, MOST_BARS).map((tag) => ({
            key: String(tag.id),
            name: named(tag),
            count: tag.readings,
            figure: [countText(tag.readings), changeText(tag.readings, tag.before)].filter(Boolean).join(' · '),
          }))}
        />
      </PanelState>
    </Panel>
  );
}
