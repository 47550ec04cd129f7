import { useRef, useState } from 'react';
import type { ManyPostsChange } from '#shared/contract/posts/many-posts.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { countText } from '../../cost-text.ts';
import { judgeStored } from '../../judge-post.ts';
import { usePorts } from '../../ports-context.tsx';
import { useExchangeFact } from '../../sync/index.ts';
import { publishQuestion } from '../post-form/judging/publish-question.tsx';
import { postStatus } from '../post-status.ts';
import { BulkBar, type BulkChange, bulkWords } from './bulk-bar.tsx';
import { BulkFields } from './bulk-fields.tsx';
import type { useBulkChange } from './use-bulk-change.ts';

interface SelectedPostsProps {
  posts: readonly PostSummary[];
  /** Whether the posts are in the bin. */
  isBin: boolean;
  bulk: ReturnType<typeof useBulkChange>;
  onClear: () => void;
}

const listChanges: readonly BulkChange[] = ['publish', 'unpublish', 'delete'];
const binChanges: readonly BulkChange[] = ['undelete'];

/** The change that each button makes to the posts, and the word for the result. */
const given: Record<BulkChange, { set: ManyPostsChange['set']; done: string }> = {
  publish: { set: { published: true }, done: 'published' },
  unpublish: { set: { published: false }, done: 'unpublished' },
  delete: { set: { deleted: true }, done: 'moved to the bin' },
  undelete: { set: { deleted: false }, done: 'restored' },
};

/** The bar with the actions on the chosen posts, and the questions before them. */
export function SelectedPosts({ posts, isBin, bulk, onClear }: SelectedPostsProps) {
  const { api, clock } = usePorts();
  const confirm = useConfirm();
  const isOnline = useExchangeFact((state) => state.isOnline);
  const [isAsking, setIsAsking] = useState(false);
  const isJudging = useRef(false);
  /**
   * Judges the drafts that a change would publish: posts that readers do not see, and that will not go live by
   * themselves.
   */
  const look = async (change: BulkChange) => {
    if (change !== 'publish') return { red: [], note: undefined };
    isJudging.current = true;
    const drafts = posts.filter((post) => postStatus(post, clock.now()) === 'Draft');
    const { red, notLookedAt } = await judgeStored(api, drafts);
    isJudging.current = false;
    return { red, note: notLookedAtText(notLookedAt, drafts.length) };
  };
  const changeSelected = async (change: BulkChange) => {
    if (isJudging.current) return;
    const which = posts.length === 1 ? 'this post' : `these ${countText(posts.length)} posts`;
    const title = `Are you sure you want to ${change} ${which}?`;
    const isDangerous = change === 'delete';
    const { red, note } = await look(change);
    const description = isDangerous ? 'What goes to the bin can be taken out again for 30 days.' : note;
    const question =
      red.length > 0 ? publishQuestion(red, note) : { description, confirm: bulkWords[change], isDangerous };
    // Restoring from the bin loses nothing, so no question is needed.
    if (change === 'undelete' || (await confirm({ ...question, title })))
      bulk.change(given[change].set, posts, given[change].done);
  };
  return (
    <>
      <BulkBar
        count={posts.length}
        changes={isBin ? binChanges : listChanges}
        isPending={bulk.isPending}
        isOffline={!isOnline}
        done={bulk.done}
        onStop={bulk.stop}
        isStopping={bulk.isStopping}
        onChange={changeSelected}
        onMore={isBin ? null : () => setIsAsking(true)}
        onClear={onClear}
      />
      {isAsking && (
        <BulkFields
          count={posts.length}
          onClose={() => setIsAsking(false)}
          onApply={(set) => {
            setIsAsking(false);
            bulk.change(set, posts, 'changed');
          }}
        />
      )}
    </>
  );
}

/** Returns the note on drafts that were not judged, for the question before publishing; undefined when all were. */
function notLookedAtText(notLookedAt: number, of: number): string | undefined {
  if (notLookedAt === 0) return undefined;
  return of === 1
    ? 'The draft was not looked at.'
    : `${countText(notLookedAt)} of ${countText(of)} drafts not looked at.`;
}
