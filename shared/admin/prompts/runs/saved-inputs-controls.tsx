import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { isSameForm } from '#shared/workflow/chain-form.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { LONGEST_NAME, MOST_SETS, sameName } from './saved-inputs.ts';
import { SavedInputsList } from './saved-inputs-list.tsx';
import { SavedInputsSelect, useInputsGroups } from './saved-inputs-select.tsx';
import { useRunStore } from './use-run-store.ts';

type Open = 'save' | 'list' | null;

/** The controls of the inputs saved under a name: to choose, save and manage them. */
export function SavedInputsControls() {
  const store = useRunStore();
  const sets = useStore(store, (state) => state.savedInputs);
  const form = useStore(store, (state) => state.form);
  const [open, setOpen] = useState<Open>(null);
  const groups = useInputsGroups();
  const chosen = sets.find((set) => isSameForm(set.form, form));
  const close = () => setOpen(null);
  return (
    <>
      <Field label="Saved inputs">
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <SavedInputsSelect
              {...control}
              className="min-w-40 flex-1"
              chosen={chosen}
              onChoose={({ id }) => store.actions.fillIn(id)}
            />
            <OfferingButton
              command="Save These Inputs"
              words={['market', 'product', 'keep']}
              aria-haspopup="dialog"
              disabled={sets.length >= MOST_SETS}
              onClick={() => setOpen('save')}
            >
              Save these inputs as…
            </OfferingButton>
            {sets.length > 0 && (
              <IconButton label="Rename or delete saved inputs" variant="quiet" onClick={() => setOpen('list')}>
                <Settings2 aria-hidden />
              </IconButton>
            )}
          </div>
        )}
      </Field>
      <Dialog
        isOpen={open === 'save'}
        onClose={close}
        title="Save these inputs as…"
        description="The category, the target market and the product, to be filled in again by one choice."
      >
        <SaveForm onDone={close} />
      </Dialog>
      <Dialog isOpen={open === 'list'} onClose={close} place="side" title="Saved inputs">
        <SavedInputsList groups={groups} onUsed={close} />
      </Dialog>
    </>
  );
}

function SaveForm({ onDone }: { onDone: () => void }) {
  const store = useRunStore();
  const sets = useStore(store, (state) => state.savedInputs);
  const form = useStore(store, (state) => state.form);
  const [name, setName] = useState('');
  const known = name.trim() === '' ? undefined : sameName(sets, name, form);
  return (
    <form
      className="grid gap-4"
      onSubmit={async (event) => {
        event.preventDefault();
        if (name.trim() !== '' && (await store.actions.saveInputs(name))) onDone();
      }}
    >
      <Field label="Name" hint={known ? `“${known.name}” is there already: these take its place.` : undefined}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={LONGEST_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={name.trim() === ''}>
        {known ? 'Replace' : 'Save'}
      </Button>
    </form>
  );
}
