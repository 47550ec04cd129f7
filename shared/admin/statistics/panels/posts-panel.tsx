import { Link } from 'react-router-dom';
import type { ReadPost } from '#shared/contract/statistics.ts';
import { BarList } from '../bar-list.tsx';
import { DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import { type StatisticsView, statisticsAddress } from '../statistics-address.ts';
import { changeText, countText, shareText } from '../statistics-words.ts';
import { useReadPosts } from '../use-statistics.ts';
import { PanelState } from './panel-state.tsx';

/** The posts that were read most; each links to its own statistics. */
export function PostsPanel({ view }: { view: StatisticsView }) {
  const query = useReadPosts(view);
  const posts = query.data ?? [];
  const named = (post: ReadPost) =>
    post.title === null ? (
      'A post that is gone'
    ) : (
      <Link to={statisticsAddress({ kind: 'post', id: post.id }, view.range)} className="hover:text-accent">
        {post.title}
      </Link>
    );
  return (
    <Panel
      title="Posts"
      hint="Read most."
      csv={{ table: 'posts', view }}
      table={
        <DataTable
          caption="The posts that were read most"
          columns={[
            { name: 'Post' },
            { name: 'Readings', isNumber: true },
            { name: 'Before', isNumber: true },
            { name: 'To the end', isNumber: true },
          ]}
          rows={posts.map((post) => [
            String(post.id),
            named(post),
            countText(post.readings),
            countText(post.before),
            shareText(post.ends, post.readings),
          ])}
        />
      }
    >
      <PanelState query={query} isEmpty={posts.length === 0} empty="No post was read in this time.">
        <BarList
          label="The posts that were read most"
          bars={posts.map((post) => ({
            key: String(post.id),
            name: named(post),
            count: post.readings,
            figure: countText(post.readings),
            more: [changeText(post.readings, post.before), `${shareText(post.ends, post.readings)} to the end`]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      </PanelState>
    </Panel>
  );
}
