import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { type InputsGroup, LONGEST_NAME, type SavedInputs } from './saved-inputs.ts';
import { useRunStore } from './use-run-store.ts';

interface SavedInputsListProps {
  groups: readonly InputsGroup[];
  onUsed: () => void;
}

/** The saved inputs, to rename and delete. */
export function SavedInputsList({ groups, onUsed }: SavedInputsListProps) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 focus:outline-none">
      {groups.length === 0 && <EmptyState title="No saved inputs" />}
      {groups.map(({ name, sets }) => (
        <section key={name} aria-label={name}>
          <h3 className="mb-1 text-sm font-semibold text-muted">{name}</h3>
          <ul className="divide-y divide-line border-y border-line">
            {sets.map((set) => (
              <li key={set.id} className="py-2">
                <SavedInputsRow set={set} onUsed={onUsed} onRemoved={() => list.current?.focus()} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface SavedInputsRowProps {
  set: SavedInputs;
  onUsed: () => void;
  onRemoved: () => void;
}

function SavedInputsRow({ set, onUsed, onRemoved }: SavedInputsRowProps) {
  const { actions } = useRunStore();
  const confirm = useConfirm();
  const [renamed, setRenamed] = useState<string | null>(null);
  const remove = async () => {
    if ((await confirm(deletes(set.name))) && (await actions.removeInputs(set.id))) onRemoved();
  };
  if (renamed !== null) {
    return (
      <form
        className="flex gap-2"
        onSubmit={async (event) => {
          event.preventDefault();
          if (renamed.trim() !== '' && (await actions.renameInputs(set.id, renamed))) setRenamed(null);
        }}
      >
        <TextInput
          autoFocus
          aria-label={`New name of ${set.name}`}
          maxLength={LONGEST_NAME}
          value={renamed}
          onChange={(event) => setRenamed(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={renamed.trim() === ''}>
          Rename
        </Button>
        <Button onClick={() => setRenamed(null)}>Cancel</Button>
      </form>
    );
  }
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{set.name}</p>
        <p className="truncate text-sm text-muted">
          {[set.form.targetMarket, set.form.productApp].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Button
        size="sm"
        onClick={() => {
          actions.fillIn(set.id);
          onUsed();
        }}
      >
        Use<span className="sr-only"> {set.name}</span>
      </Button>
      <IconButton label={`Rename ${set.name}`} onClick={() => setRenamed(set.name)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${set.name}`} onClick={remove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}

const deletes = (name: string) => ({
  title: `Delete the saved inputs “${name}”?`,
  description: 'What was written with them stays.',
  confirm: 'Delete',
  isDangerous: true,
});
