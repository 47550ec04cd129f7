import { useForm } from 'react-hook-form';
import { addPasskey, type Passkey, renamePasskey, startPasskey } from '#shared/contract/auth/second-factors.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import type { AdminPorts } from '../../ports.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';

interface NameFormProps {
  name: string;
  submit: string;
  success: string;
  run: (ports: AdminPorts, name: string) => Promise<unknown>;
  onDone: () => void;
}

function NameForm({ name, submit, success, run, onDone }: NameFormProps) {
  const form = useForm({ defaultValues: { name } });
  const save = useAction<string, unknown>({
    name: 'passkey_saved',
    run,
    refreshes: [queryKeys.secondFactors],
    success,
    onSuccess: onDone,
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => save.mutate(values.name))}>
      <Field label="Name" hint="What you will know it by." error={form.formState.errors.name?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('name', { validate: (text) => text.trim() !== '' || 'Give it a name.' })}
            data-first-focus
            maxLength={80}
            placeholder="Laptop, security key"
            autoComplete="off"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={save.isPending}>
        {submit}
      </Button>
    </form>
  );
}

/** Asks for the name of a passkey, and has the browser create it. */
export function NewPasskey({ onDone }: { onDone: () => void }) {
  return (
    <NameForm
      name=""
      submit="Add"
      success="Passkey added"
      onDone={onDone}
      run={async ({ api, passkeys }, name) => {
        const passkey = await passkeys.create(await api.call(startPasskey));
        return api.call(addPasskey, { body: { name, passkey } });
      }}
    />
  );
}

export function RenamePasskey({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  return (
    <NameForm
      name={name}
      submit="Save"
      success="Passkey renamed"
      onDone={onDone}
      run={({ api }, text) => api.call(renamePasskey, { params: { id }, body: { name: text } })}
    />
  );
}
