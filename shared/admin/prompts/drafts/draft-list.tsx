import { Trash2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { countOf } from '#shared/workflow/messages.ts';
import { type StepList, stepNumber, stepWithRole } from '#shared/workflow/steps.ts';
import { dateAndTime } from '../../dates.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { useRunStore } from '../runs/use-run-store.ts';
import { DraftCard } from './draft-card.tsx';
import { type DraftGroup, draftsWith, groupsOf, olderDrafts } from './draft-groups.ts';
import type { DraftCard as Card } from './draft-store.ts';

/** Up to this many drafts can be seen at a glance. */
const MOST_WITHOUT_SEARCH = 3;

/** The list of the drafts that the workflow has written, before they become posts: grouped by run, with a search. */
export function DraftList() {
  const store = useRunStore();
  const confirm = useConfirm();
  const drafts = useStore(store, (state) => state.drafts);
  const isOpen = useStore(store, (state) => state.isOpen);
  const chain = useStore(store, ({ run }) => run.chain);
  const [words, setWords] = useState('');
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { actions } = store;
  const { shown, groups, older } = useFound(drafts, words);
  const { chosen, choose } = useChosen(shown);
  useJudged(drafts);
  const { remove, removeAll } = useDeletion(drafts.length, heading);
  const chooseOne = useCallback((id: string, isChosen: boolean) => choose([id], isChosen), [choose]);
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
          <OfferingButton
            command="Clear All Drafts"
            size="sm"
            disabled={drafts.length === 0}
            onClick={() => removeAll(drafts.map(({ draft }) => draft.id))}
          >
            Clear All Drafts
          </OfferingButton>
          <OfferingButton command="Reset Custom Prompts" size="sm" disabled={!isOpen} onClick={resetPrompts}>
            Reset Custom Prompts
          </OfferingButton>
        </div>
      </div>
      {(drafts.length > MOST_WITHOUT_SEARCH || words !== '') && <DraftSearch words={words} onWords={setWords} />}
      {drafts.length === 0 && (
        <EmptyState title="No drafts yet">
          <p>{whoWrites(chain)}</p>
        </EmptyState>
      )}
      {drafts.length > 0 && shown.length === 0 && <EmptyState title="No draft has these words" />}
      <div className="grid gap-6">
        {groups.map((group) => (
          <Group key={group.runId} group={group} chosen={chosen} onChoose={choose}>
            {group.cards.map((card) => (
              <li key={card.draft.id} className="min-w-0">
                <DraftCard
                  card={card}
                  isOlder={older.has(card.draft.id)}
                  isChosen={chosen.has(card.draft.id)}
                  onChoose={chooseOne}
                  onDelete={remove}
                />
              </li>
            ))}
          </Group>
        ))}
      </div>
      {chosen.size > 0 && (
        <ChosenBar
          count={chosen.size}
          onClear={() => choose([...chosen], false)}
          onDelete={() => removeAll([...chosen])}
        />
      )}
    </section>
  );
}

function DraftSearch({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  return (
    <TextInput
      type="search"
      aria-label="Search drafts"
      placeholder="Search drafts"
      className="mb-4 max-w-sm"
      value={words}
      onChange={({ target }) => onWords(target.value)}
    />
  );
}

/** Returns the drafts that contain the words, grouped by run, and those of all drafts that are of an earlier answer. */
function useFound(drafts: readonly Card[], words: string) {
  const shown = useMemo(() => draftsWith(drafts, words), [drafts, words]);
  const groups = useMemo(() => groupsOf(shown), [shown]);
  const older = useMemo(() => olderDrafts(drafts), [drafts]);
  return { shown, groups, older };
}

/** Has drafts judged that are still to be judged, when the list is opened and when their number changes. */
function useJudged(drafts: readonly Card[]): void {
  const { actions } = useRunStore();
  const left = drafts.filter(({ isUnjudged }) => isUnjudged).length;
  useEffect(() => {
    if (left > 0) void actions.judgeDrafts();
  }, [actions, left]);
}

/** Deletes drafts after a question. The pressed button disappears with them, so the focus moves to the heading. */
function useDeletion(count: number, heading: RefObject<HTMLElement | null>) {
  const { actions } = useRunStore();
  const confirm = useConfirm();
  const remove = useCallback(
    async (id: string) => {
      if (!(await confirm(deletesDraft))) return;
      actions.deleteDraft(id);
      heading.current?.focus();
    },
    [actions, confirm, heading],
  );
  const removeAll = async (ids: readonly string[]) => {
    if (!(await confirm(deletesDrafts(ids.length, count)))) return;
    actions.deleteDrafts(ids);
    heading.current?.focus();
  };
  return { remove, removeAll };
}

interface ChosenBarProps {
  count: number;
  onClear: () => void;
  onDelete: () => void;
}

/** The bar with the actions on the chosen drafts. */
function ChosenBar({ count, onClear, onDelete }: ChosenBarProps) {
  return (
    <section
      aria-label="Chosen drafts"
      className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-1.5 rounded-md border border-ink bg-surface p-2 shadow-xl"
    >
      <IconButton label="Clear selection" className="size-8" onClick={onClear}>
        <X aria-hidden />
      </IconButton>
      <p role="status" className="me-auto font-semibold">
        {count} selected
      </p>
      <Button size="sm" variant="danger" onClick={onDelete}>
        <Trash2 aria-hidden />
        Delete
      </Button>
    </section>
  );
}

/** Keeps which of the shown drafts are chosen. */
function useChosen(shown: readonly Card[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => new Set(shown.map(({ draft }) => draft.id).filter((id) => ids.has(id))), [shown, ids]);
  const choose = useCallback((which: readonly string[], isChosen: boolean) => {
    setIds((before) => {
      const after = new Set(before);
      for (const id of which) {
        if (isChosen) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }, []);
  return { chosen, choose };
}

interface GroupProps {
  group: DraftGroup;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  children: ReactNode;
}

/** The drafts of one run, under the run's target market. */
function Group({ group: { market, madeAt, cards }, chosen, onChoose, children }: GroupProps) {
  const headingId = useId();
  const ids = cards.map(({ draft }) => draft.id);
  const name = market || 'Drafts of an unknown run';
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-2 flex items-start gap-1">
        <span className="-ms-2.5 -mt-2">
          <Checkbox
            aria-label={`Choose all drafts for ${name}`}
            checked={ids.every((id) => chosen.has(id))}
            onChange={({ target }) => onChoose(ids, target.checked)}
          />
        </span>
        <div className="min-w-0">
          <h4 id={headingId} className="line-clamp-2 font-semibold wrap-anywhere">
            {name}
          </h4>
          <p className="text-sm text-muted">
            {madeAt > 0 && `${dateAndTime(new Date(madeAt).toISOString())} · `}
            {cards.length === 1 ? '1 draft' : `${cards.length} drafts`}
          </p>
        </div>
      </div>
      <ul className="grid gap-3 lg:grid-cols-2">{children}</ul>
    </section>
  );
}

const deletesDrafts = (count: number, of: number) => ({
  title: `Delete ${count === 1 ? 'the draft' : `${count === of ? 'all ' : ''}${count} drafts`}?`,
  description: 'Posts that were made of them stay.',
  confirm: count === of ? 'Clear All Drafts' : 'Delete',
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
