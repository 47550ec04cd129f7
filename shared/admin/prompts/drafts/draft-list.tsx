import { useCallback, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { countOf } from '#shared/workflow/messages.ts';
import { type StepList, stepNumber, stepWithRole } from '#shared/workflow/steps.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { DraftCard } from './draft-card.tsx';

/** The drafts the workflow has written, before they are posts. */
export function DraftList() {
  const store = useRunStore();
  const confirm = useConfirm();
  const drafts = useStore(store, (state) => state.drafts);
  const isOpen = useStore(store, (state) => state.isOpen);
  const chain = useStore(store, ({ run }) => run.chain);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { actions } = store;
  const clear = async () => {
    if (await confirm(clearsDrafts(drafts.length))) actions.clearDrafts();
  };
  const remove = useCallback(
    async (id: string) => {
      if (!(await confirm(deletesDraft))) return;
      actions.deleteDraft(id);
      // The button that was pressed goes with its draft.
      heading.current?.focus();
    },
    [actions, confirm],
  );
  const resetPrompts = async () => {
    if (await confirm(resetsPrompts(chain))) actions.resetCustomPrompts();
  };
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={headingId} ref={heading} tabIndex={-1} className="font-serif text-xl font-medium">
          Generated blog drafts{drafts.length > 0 && <span className="text-muted"> ({drafts.length})</span>}
        </h3>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" disabled={drafts.length === 0} onClick={clear}>
            Clear All Drafts
          </Button>
          <Button size="sm" disabled={!isOpen} onClick={resetPrompts}>
            Reset Custom Prompts
          </Button>
        </div>
      </div>
      {drafts.length === 0 ? (
        <EmptyState title="No drafts yet">
          <p>{whoWrites(chain)}</p>
        </EmptyState>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2">
          {drafts.map((card) => (
            <li key={card.draft.id} className="min-w-0">
              <DraftCard card={card} onDelete={remove} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const clearsDrafts = (count: number) => ({
  title: `Delete ${count === 1 ? 'the draft' : `all ${count} drafts`}?`,
  description: 'Posts that were made of them stay.',
  confirm: 'Clear All Drafts',
  isDangerous: true,
});

const deletesDraft = {
  title: 'Are you sure you want to delete this draft?',
  confirm: 'Delete',
  isDangerous: true,
};

const resetsPrompts = (steps: StepList) => ({
  title: `Bring back the default prompts of all ${countOf(steps)} steps?`,
  description: 'What you wrote in their place is given up.',
  confirm: 'Reset Custom Prompts',
  isDangerous: true,
});

/** "Step 8 writes them, step 9 refines the best one." */
function whoWrites(steps: StepList): string {
  const [writing, refining] = [stepWithRole(steps, 'writesDrafts'), stepWithRole(steps, 'refines')];
  const refines = refining ? `, step ${stepNumber(steps, refining.id)} refines the best one` : '';
  return writing ? `Step ${stepNumber(steps, writing.id)} writes them${refines}.` : '';
}
