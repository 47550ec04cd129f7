import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { type PostRevisionsProps, RevisionChooser } from './revision-chooser.tsx';
import { useRevisions } from './use-revisions.ts';

interface RevisionsDialogProps extends PostRevisionsProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * All versions of a post before the present one: when each was replaced, what changed, how it differs from the form,
 * and a button to restore it.
 */
export function PostRevisions({ isOpen, onClose, ...rest }: RevisionsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      place="wide"
      title="Revisions"
      description="Every save keeps the version before it."
    >
      <Revisions {...rest} />
    </Dialog>
  );
}

function Revisions(props: PostRevisionsProps) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useRevisions(
    props.postId,
    props.version,
  );
  if (error && !data) {
    return <LoadFailed error={error} onTryAgain={() => refetch()} />;
  }
  if (!data) {
    return (
      <div className="grid gap-3" role="status" aria-label="Loading revisions">
        {[0, 1, 2, 3].map((number) => (
          <Skeleton key={number} className="h-14" />
        ))}
      </div>
    );
  }
  const revisions = data.pages.flatMap((page) => page.items);
  if (revisions.length === 0) {
    return <EmptyState title="No revisions yet">The next save keeps the text as it stands now.</EmptyState>;
  }
  return (
    <RevisionChooser
      {...props}
      revisions={revisions}
      more={
        hasNextPage && (
          <Button className="mt-2 w-full" size="sm" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
            {isFetchingNextPage ? 'Loading...' : 'Older versions'}
          </Button>
        )
      }
    />
  );
}
