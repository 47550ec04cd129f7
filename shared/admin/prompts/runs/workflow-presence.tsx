import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { stickyTop } from '#shared/ui/sticky-bar.ts';
import { hiddenTitle } from '#shared/workflow/run-progress.ts';
import type { DraftCard } from '../drafts/draft-store.ts';
import type { RunStoreState } from './run-state.ts';
import type { RunStore } from './run-store.ts';
import { useNow } from './use-now.ts';
import { useRunStore } from './use-run-store.ts';

/**
 * The parts of the chained prompts that show on every tab: the page's title while the page is hidden, and two bars
 * above the form that stay in sight while the page scrolls: the offer to undo a run's publication, and the draft that a
 * run has left to the owner. Used once, by the dashboard, above its tabs.
 */
export function WorkflowPresence() {
  useHiddenTitle(useRunStore());
  return (
    <>
      <PublishedBar />
      <LeftDraftBar />
    </>
  );
}

/**
 * Shows the run's progress in the page's title while the page is hidden; the former title returns when the page is
 * shown.
 */
function useHiddenTitle(store: RunStore): void {
  useEffect(() => {
    let own: string | null = null;
    const write = () => {
      if (own === null) return;
      const next = hiddenTitle(store.getState().run, own);
      if (next !== document.title) document.title = next;
    };
    const look = () => {
      if (document.visibilityState === 'hidden') {
        own ??= document.title;
        write();
      } else if (own !== null) {
        document.title = own;
        own = null;
      }
    };
    look();
    const stopWatching = store.subscribe(write);
    document.addEventListener('visibilitychange', look);
    return () => {
      stopWatching();
      document.removeEventListener('visibilitychange', look);
      if (own !== null) document.title = own;
    };
  }, [store]);
}

function PublishedBar() {
  const store = useRunStore();
  const published = useUnpressed(useStore(store, (state) => state.published));
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

/** A draft that a finished run could not open without interrupting the owner. The bar stays until the owner answers. */
function LeftDraftBar() {
  const store = useRunStore();
  const { actions } = store;
  const left = useUnpressed(useStore(store, leftCard));
  const titleId = useId();
  const isPublishing = left?.busy === 'publishing';
  const button = { size: 'sm', disabled: isPublishing, 'aria-describedby': titleId } as const;
  return (
    <div ref={stickyTop} role="status" className="sticky top-0 z-20 bg-accent-soft empty:hidden">
      {left && (
        <div className="admin-width flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <p id={titleId} className="min-w-0 truncate">
            {isPublishing ? 'Publishing' : 'Draft ready'}: <span className="font-semibold">{left.draft.title}</span>
          </p>
          <span className="flex flex-wrap gap-2">
            <Button {...button} onClick={() => actions.openLeftDraft(left.draft.id)}>
              Open
            </Button>
            <Button {...button} onClick={() => actions.publishLeftDraft(left.draft.id)}>
              Publish
            </Button>
            <Button {...button} variant="plain" onClick={() => actions.putOffLeftDraft(left.draft.id)}>
              Not now
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

/** Returns the draft that is left to the owner; null while the run is about to publish it by itself. */
function leftCard({ drafts, run }: RunStoreState): DraftCard | null {
  return run.state.kind === 'submitting' ? null : (drafts.find(({ isLeft }) => isLeft) ?? null);
}

/** Returns a value that does not change while a pointer is pressed, since nothing may move under a pressed pointer. */
function useUnpressed<Value>(value: Value): Value {
  const [isPressed, setIsPressed] = useState(false);
  const shown = useRef(value);
  useEffect(() => {
    const listening = new AbortController();
    const listen = { capture: true, passive: true, signal: listening.signal };
    window.addEventListener('pointerdown', () => setIsPressed(true), listen);
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, () => setIsPressed(false), listen);
    return () => listening.abort();
  }, []);
  if (!isPressed) shown.current = value;
  return shown.current;
}
