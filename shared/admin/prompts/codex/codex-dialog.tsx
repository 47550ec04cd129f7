import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Codex, type CodexPart, codexFaults, codexParts, codexPartText } from '#shared/kernel/codex.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import type { SavedCodex } from '#shared/workspace/codex-document.ts';
import { dateAndTime, timeAgo } from '../../dates.ts';
import { usePorts } from '../../ports-context.tsx';
import { useRunStore } from '../runs/use-run-store.ts';
import { type Version, VersionsDialog } from '../versions-dialog.tsx';
import { CodexForm } from './codex-form.tsx';
import { type CodexView, MOST_OF_A_NOTE } from './codex-store.ts';

interface CodexCategory {
  readonly id: number;
  readonly name: string;
}

interface CodexDialogProps {
  /** Null while the dialog is closed. */
  category: CodexCategory | null;
  onClose: () => void;
}

/** The codex of a category: to read, change and restore. */
export function CodexDialog({ category, onClose }: CodexDialogProps) {
  const store = useRunStore();
  const id = category?.id;
  const view = useStore(store, ({ codices }) => (id === undefined ? undefined : codices[id]));
  useEffect(() => {
    if (id !== undefined) void store.actions.openCodex(id);
  }, [store, id]);
  return (
    <Dialog
      isOpen={category !== null}
      onClose={onClose}
      place="wide"
      title={`Codex of ${category?.name ?? ''}`}
      description="Prompts are told it where they say {{codex}}, and the judge looks for its claims and words."
      footer={category && view && <CodexFooter category={category} view={view} />}
    >
      {category && view ? (
        <CodexForm categoryId={category.id} view={view} />
      ) : (
        <div className="grid gap-4 md:grid-cols-2" role="status" aria-label="Loading the codex">
          {[0, 1, 2, 3].map((each) => (
            <Skeleton key={each} className="h-28" />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function CodexFooter({ category, view }: { category: CodexCategory; view: CodexView }) {
  const { actions } = useRunStore();
  const { clock } = usePorts();
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const { isUnsaved, saved, typed } = view;
  const canSave = !isBusy && isUnsaved && codexFaults(typed).length === 0;
  const save = async () => {
    if (!canSave) return;
    setIsBusy(true);
    if (await actions.saveCodex(category.id, note.trim())) setNote('');
    setIsBusy(false);
  };
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <p role="status" className="me-auto text-sm text-muted">
        {stateText(view, saved ? timeAgo(new Date(saved.at).toISOString(), clock.now()) : '')}
      </p>
      <TextInput
        aria-label="Note on this version of the codex"
        placeholder="What did you change? (optional)"
        maxLength={MOST_OF_A_NOTE}
        className="max-sm:w-full sm:w-72!"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <CodexVersions category={category} view={view} />
      {/* The button keeps the focus when there is nothing left to save. */}
      <Button variant="primary" className="max-sm:ms-auto" aria-disabled={!canSave} onClick={save}>
        Save
      </Button>
    </div>
  );
}

function stateText({ isUnsaved, isUnusable, saved, typed }: CodexView, when: string): string {
  const [fault] = codexFaults(typed);
  // The faulty field may be out of sight.
  if (fault) return `It cannot be saved: see ${codexParts[fault.part].label}.`;
  if (isUnusable) return 'What was saved last is more than a codex may hold, and is not used. Save it again.';
  if (!saved) return isUnsaved ? 'Kept on this computer. It counts once it is saved.' : 'Nothing is set down yet.';
  return isUnsaved
    ? `Not saved yet: version ${saved.number} counts.`
    : `Version ${saved.number} counts, saved ${when}.`;
}

/** The button for earlier versions of the codex, with the comparison that it opens. */
function CodexVersions({ category, view }: { category: CodexCategory; view: CodexView }) {
  const { actions } = useRunStore();
  const confirm = useConfirm();
  const [isOpen, setIsOpen] = useState(false);
  const { states, saved, typed, isUnsaved } = view;
  if (states.length === 0) return null;
  const restore = async (name: string) => {
    const state = states.find((each) => each.name === name);
    // The typed text is saved first; it would be lost only when it cannot be saved.
    const isLost = isUnsaved && codexFaults(typed).length > 0;
    if (!state || (isLost && !(await confirm(givesUpTyped)))) return;
    if (await actions.restoreCodex(category.id, state)) setIsOpen(false);
  };
  return (
    <>
      <Button variant="plain" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <History aria-hidden />
        Versions
      </Button>
      <VersionsDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        isOver
        hasLabels
        title={`Versions of the codex of ${category.name}`}
        versions={codexVersions(states, saved)}
        takeLabel="Restore this version"
        onTake={restore}
      />
    </>
  );
}

/** Returns the saved states of a codex, in the form in which they are compared. */
function codexVersions(states: readonly SavedCodex[], saved: SavedCodex | null): Version[] {
  return states.map(({ name, number, at, note, codex }) => ({
    id: name,
    name: `Version ${number}${note === '' ? '' : `: ${note}`}`,
    facts: dateAndTime(new Date(at).toISOString()),
    isCurrent: name === saved?.name,
    canBeTaken: true,
    parts: partsOf(codex),
  }));
}

function partsOf(codex: Codex): Version['parts'] {
  const parts = (Object.keys(codexParts) as CodexPart[]).map((part) => {
    const text = codexPartText(codex, part);
    // A list is also displayed as a list.
    const isList = typeof codex[part] !== 'string' && text !== '';
    return { label: codexParts[part].label, text: isList ? text.replace(/^/gm, '- ') : text };
  });
  return [...parts, { label: 'Behind prompts that do not name it', text: codex.isAppended ? 'Yes' : 'No' }];
}

const givesUpTyped = {
  title: 'Give up what you have typed?',
  description: 'It is more than a codex may hold, so it cannot be saved before the earlier version is brought back.',
  confirm: 'Restore the version',
  isDangerous: true,
};
