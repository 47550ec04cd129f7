import { FileText, Plus } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { withCommas } from '#shared/kernel/with-commas.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { redOfStored } from '../../judge-post.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { WaitingPictureList } from '../../waiting-pictures/index.ts';
import { useMarkdownFiles } from '../markdown-files/index.ts';
import { PendingProblems } from '../pending/index.ts';
import { NEW_POST_ADDRESS } from '../post-address.ts';
import { publishQuestion } from '../post-form/judging/publish-question.tsx';
import { useDeletePost, useDuplicatePost, useUndeletePost } from '../use-post-actions.ts';
import { ViewSwitch } from '../view-switch.tsx';
import { WaitingList } from '../waiting/index.ts';
import { BulkProgress } from './bulk-done.tsx';
import { BulkResult } from './bulk-result.tsx';
import type { PostCardActions } from './post-card.tsx';
import { isFiltered, noFilter, type PostFilter } from './post-filter.ts';
import { PostFilters } from './post-filters.tsx';
import type { LeftForm } from './return-to-row.ts';
import { SelectedPosts } from './selected-posts.tsx';
import { FoundDrafts, UnsavedDrafts } from './unsaved-drafts.tsx';
import { useBulkChange } from './use-bulk-change.ts';
import { useChoosing } from './use-choosing.ts';
import { useFirstPage } from './use-post-pages.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { VirtualPosts } from './virtual-posts.tsx';

interface PostListProps {
  filter: PostFilter;
  onFilter: (filter: PostFilter) => void;
  /** The form that was left for the list: the row of its post gets the focus. */
  left: RefObject<LeftForm | null>;
}

/** Every post as a card, with search, filters, and the actions on one or several posts. */
export function PostList({ filter, onFilter, left }: PostListProps) {
  const selection = useSelection();
  const first = useFirstPage(filter);
  const { chooseFile } = useMarkdownFiles();
  const heading = useRef<HTMLHeadingElement>(null);
  // The heading has the focus until the row of the post exists, and when there is no such row. If the row of another
  // post had the focus, the next key could harm that post.
  useLayoutEffect(() => {
    if (left.current) heading.current?.focus({ preventScroll: true });
  }, [left]);
  const change = (next: PostFilter) => {
    selection.clear();
    onFilter(next);
  };

  return (
    <section aria-label="Blog posts" aria-busy={first.isPlaceholderData}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 ref={heading} tabIndex={-1} className="font-serif text-2xl font-medium">
            Posts
          </h2>
          <ViewSwitch />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button onClick={chooseFile} className="max-sm:px-2.5!">
            <FileText aria-hidden />
            <span className="max-sm:sr-only">Open Markdown File</span>
          </Button>
          <Link to={NEW_POST_ADDRESS} className={buttonClass('primary')}>
            <Plus aria-hidden />
            Create New Post
          </Link>
        </div>
      </div>
      <PendingProblems />
      {filter.status !== 'deleted' && <WaitingList />}
      {filter.status !== 'deleted' && <WaitingPictureList />}
      <UnsavedDrafts isBin={filter.status === 'deleted'} />
      <PostFilters filter={filter} onChange={change} />
      <FoundDrafts search={filter.search} />
      {first.data ? (
        <FoundPosts
          filter={first.data.filter}
          total={first.data.total}
          meant={first.data.meant ?? null}
          selection={selection}
          onFilter={change}
          left={left}
        />
      ) : first.isError ? (
        <div className="mt-6">
          <LoadFailed error={first.error} onTryAgain={() => first.refetch()} />
        </div>
      ) : (
        <div className="mt-12 grid gap-3" role="status" aria-label="Loading posts">
          {[0, 1, 2, 3, 4].map((number) => (
            <Skeleton key={number} className="h-30" />
          ))}
        </div>
      )}
    </section>
  );
}

interface FoundPostsProps {
  filter: PostFilter;
  total: number;
  /** The words for which mistyped words were taken; null when the words were used as typed. */
  meant: string | null;
  selection: Selection;
  onFilter: (filter: PostFilter) => void;
  left: RefObject<LeftForm | null>;
}

function FoundPosts({ filter, total, meant, selection, onFilter, left }: FoundPostsProps) {
  const bulk = useBulkChange(selection.clear);
  const choosing = useChoosing(filter, selection);
  const actions = usePostCardActions(bulk);
  const isBin = filter.status === 'deleted';
  const { outcome } = bulk;
  const result = (
    <>
      <p role="status" className="sr-only">
        {outcome?.title}
      </p>
      {bulk.total > 1 && selection.posts.length === 0 && (
        <BulkProgress done={bulk.done} total={bulk.total} onStop={bulk.stop} isStopping={bulk.isStopping} />
      )}
      {outcome && <BulkResult outcome={outcome} onUndo={() => bulk.undo(outcome)} onDismiss={bulk.dismiss} />}
    </>
  );
  if (total === 0) {
    return (
      <>
        {result}
        <NoPosts filter={filter} onFilter={onFilter} />
      </>
    );
  }
  return (
    <>
      {result}
      <div className="my-3 flex min-h-9 flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <p role="status">
          {total === 1 ? '1 post' : `${withCommas(total)} posts`}
          {meant !== null && (
            <>
              {' '}
              for <strong className="text-ink">{meant}</strong>; none has “{filter.search.trim()}”
            </>
          )}
        </p>
        {isBin && <p className="max-sm:order-1 max-sm:w-full">Deleted for good after 30 days.</p>}
        <OfferingButton
          command="Select All Posts"
          words={['choose', 'mark', 'everything']}
          variant="plain"
          size="sm"
          disabled={choosing.isFetching}
          onClick={choosing.all}
        >
          {total === 1 ? 'Select it' : `Select all ${withCommas(total)}`}
        </OfferingButton>
      </div>
      <VirtualPosts
        key={JSON.stringify(filter)}
        filter={filter}
        total={total}
        selection={selection}
        onToggle={choosing.toggle}
        {...actions}
        left={left}
        bar={
          selection.posts.length > 0 && (
            <SelectedPosts posts={selection.posts} isBin={isBin} bulk={bulk} onClear={selection.clear} />
          )
        }
      />
    </>
  );
}

/** Returns the actions of the buttons on one post. */
function usePostCardActions(bulk: ReturnType<typeof useBulkChange>): PostCardActions {
  const { api } = usePorts();
  const confirm = useConfirm();
  const remove = useDeletePost();
  const undelete = useUndeletePost();
  const duplicate = useDuplicatePost();
  return {
    async onDelete(post: PostSummary) {
      const title = 'Are you sure you want to delete this post?';
      const description = `"${post.title}" goes to the bin and can be taken out again for 30 days.`;
      if (await confirm({ title, description, confirm: 'Delete', isDangerous: true })) remove.mutate(post);
    },
    onUndelete: undelete.mutate,
    onDuplicate: duplicate.mutate,
    async onPublish(post, published) {
      const red = published ? await redOfStored(api, post) : [];
      if (red.length > 0 && !(await confirm(publishQuestion(red)))) return;
      bulk.publish(post, published);
    },
  };
}

function NoPosts({ filter, onFilter }: Pick<FoundPostsProps, 'filter' | 'onFilter'>) {
  return (
    <div className="mt-6">
      {isFiltered(filter) ? (
        <EmptyState title={isEmptyBin(filter) ? 'The bin is empty' : 'No posts match'}>
          <Button className="mt-4" onClick={() => onFilter(noFilter)}>
            Show all posts
          </Button>
        </EmptyState>
      ) : (
        <NoPostsAtAll onLookInBin={() => onFilter(bin)} />
      )}
    </div>
  );
}

const bin: PostFilter = { ...noFilter, status: 'deleted' };

const isEmptyBin = ({ status, search }: PostFilter) => status === 'deleted' && search.trim() === '';

/** Shown when there are no posts, or when all posts are in the bin; then with their number. */
function NoPostsAtAll({ onLookInBin }: { onLookInBin: () => void }) {
  const { data } = useFirstPage(bin);
  const deleted = data?.total ?? 0;
  return (
    <EmptyState title={deleted === 0 ? 'No posts yet' : 'All posts are in the bin'}>
      <p>
        {deleted === 0
          ? 'Create a post to begin with.'
          : `${deleted === 1 ? '1 post is' : `${withCommas(deleted)} posts are`} there, and can be restored for 30 days.`}
      </p>
      <Button className="mt-4" onClick={onLookInBin}>
        Look in the bin
      </Button>
    </EmptyState>
  );
}
