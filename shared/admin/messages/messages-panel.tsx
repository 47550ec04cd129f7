import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { MessageItem } from './message-item.tsx';
import { useMessages } from './use-messages.ts';

/** The messages that readers sent through the contact form. */
export function MessagesPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} place="side" title="Messages" description="What readers sent you.">
      <MessageList />
    </Dialog>
  );
}

function MessageList() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useMessages();
  const messages = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && messages.length === 0) {
    return <LoadFailed error={error} onTryAgain={() => refetch()} />;
  }
  if (!data) {
    return (
      <div className="grid gap-4" role="status" aria-label="Loading messages">
        {[0, 1, 2, 3].map((number) => (
          <Skeleton key={number} className="h-16" />
        ))}
      </div>
    );
  }
  if (messages.length === 0) {
    return <EmptyState title="No messages yet">What readers send through the contact page arrives here.</EmptyState>;
  }
  return (
    <>
      <ul className="-mt-4 divide-y divide-line">
        {messages.map((message) => (
          <li key={message.id}>
            <MessageItem message={message} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-4 w-full" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
          {isFetchingNextPage ? 'Loading...' : 'Older messages'}
        </Button>
      )}
    </>
  );
}
