import { type FormEvent, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { fromLocalInput, toLocalInput } from '../../dates.ts';
import type { Entry } from './entries.ts';

interface MoveWindowProps {
  /** The line to move; null closes the window. */
  entry: Entry | null;
  /** Returns the first value of the field, a date of the contract. */
  begin: (entry: Entry) => string;
  onMove: (entry: Entry, at: string) => void;
  onClose: () => void;
}

/** Asks for the day and time to which a line is moved. */
export function MoveWindow({ entry, begin, onMove, onClose }: MoveWindowProps) {
  return (
    <Dialog
      isOpen={entry !== null}
      onClose={onClose}
      title={entry?.at === null ? 'Schedule…' : 'Move to…'}
      description={entry?.post.title}
    >
      {entry && <MoveForm begin={begin(entry)} onMove={(at) => onMove(entry, at)} />}
    </Dialog>
  );
}

function MoveForm({ begin, onMove }: { begin: string; onMove: (at: string) => void }) {
  const [at, setAt] = useState<string | null>(begin);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (at !== null) onMove(at);
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Field label="Goes live">
        {(control) => (
          <TextInput
            {...control}
            data-first-focus
            type="datetime-local"
            required
            value={toLocalInput(at)}
            onChange={({ target }) => setAt(fromLocalInput(target.value))}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" disabled={at === null}>
          Move
        </Button>
      </div>
    </form>
  );
}
