import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { stickyTop } from '#shared/ui/sticky-bar.ts';
import { useRunStore } from './run-host.ts';
import { useHiddenTitle } from './use-hidden-title.ts';
import { useNow } from './use-now.ts';

/**
 * What shows of the chained prompts whichever tab is open: the page's title while it is hidden, and the offer to take back
 * what a run has just published, above the form and in sight however far the page is scrolled (design §7). For the
 * dashboard, once, above its tabs.
 */
export function WorkflowPresence() {
  useHiddenTitle(useRunStore());
  return <PublishedBar />;
}

function PublishedBar() {
  const store = useRunStore();
  const published = useStore(store, (state) => state.published);
  const now = useNow(published !== null);
  const left = published ? Math.max(0, Math.ceil((published.until - now) / 1000)) : 0;
  return (
    <div ref={stickyTop} role="status" className="sticky top-0 z-20 bg-accent-soft empty:hidden">
      {published && (
        <div className="admin-width flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <p className="min-w-0 truncate">
            Published: <span className="font-semibold">{published.title}</span>
          </p>
          <Button size="sm" onClick={() => store.actions.undoPublish()}>
            Undo<span aria-hidden="true"> ({left} s)</span>
          </Button>
        </div>
      )}
    </div>
  );
}
