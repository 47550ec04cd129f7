import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#shared/api-client/api-error.ts';
import { createToken, type TokenFields } from '#shared/contract/tokens.ts';
import { scopesOf, type TokenKind, type TokenScope } from '#shared/kernel/token-scope.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { errorText } from '../../error-text.ts';
import { queryKeys } from '../../query-client.ts';
import { CopyButton } from '../../suggest/card/copy-button.tsx';
import { useAction } from '../../use-action.ts';
import { scopeWords } from './token-words.ts';

interface Values {
  name: string;
  kind: TokenKind;
  scope: TokenScope;
  /** A day, "2027-01-01"; empty for no end. */
  until: string;
}

/** Asks what a token is for, creates it, and shows its text once. */
export function NewToken({ onDone }: { onDone: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  return made === null ? <TokenForm onMade={setMade} /> : <MadeToken token={made} onDone={onDone} />;
}

function TokenForm({ onMade }: { onMade: (token: string) => void }) {
  const form = useForm<Values>({ defaultValues: { name: '', kind: 'agent', scope: 'read', until: '' } });
  const { errors } = form.formState;
  const scopes = scopesOf(form.watch('kind'));
  const save = useAction({
    name: 'token_created',
    run: ({ api }, body: TokenFields) => api.call(createToken, { body }),
    refreshes: [queryKeys.tokens],
    explain(error) {
      const issues = error instanceof ApiError ? (error.issues ?? []) : [];
      const faults = issues.flatMap(({ path, message }) => {
        const name = path === 'endsAt' ? 'until' : path;
        return name === 'name' || name === 'scope' || name === 'until' ? [{ name, message } as const] : [];
      });
      for (const { name, message } of faults) form.setError(name, { message }, { shouldFocus: true });
      return faults.length > 0 ? null : errorText(error);
    },
    onSuccess: ({ token }) => onMade(token),
  });
  const submit = form.handleSubmit(({ until, ...fields }) => {
    if (save.isPending) return;
    // The token is valid to the end of that day, in the owner's time zone.
    save.mutate({ ...fields, ...(until && { endsAt: new Date(`${until}T23:59:59.999`).toISOString() }) });
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field label="Name" hint="What History calls it." error={errors.name?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('name', { validate: (name) => name.trim() !== '' || 'Say which program it is for.' })}
            data-first-focus
            maxLength={80}
            placeholder="Research assistant"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="For" error={errors.kind?.message}>
        {(control) => (
          <Select {...control} {...form.register('kind', { onChange: () => form.setValue('scope', 'read') })}>
            <option value="agent">An AI agent, which decides by itself</option>
            <option value="program">A program, which does as written</option>
          </Select>
        )}
      </Field>
      <Field label="May" error={errors.scope?.message}>
        {(control) => (
          <Select {...control} {...form.register('scope')}>
            {scopes.map((scope) => (
              <option key={scope} value={scope}>
                {scopeWords[scope]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Until" hint="Leave it empty for a token that does not end by itself." error={errors.until?.message}>
        {(control) => <TextInput {...control} {...form.register('until')} type="date" />}
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="justify-self-end"
        // Not disabled, so that the focus can come back to the button after the password was asked for.
        aria-disabled={save.isPending}
      >
        Make token
      </Button>
    </form>
  );
}

function MadeToken({ token, onDone }: { token: string; onDone: () => void }) {
  const id = useId();
  return (
    <div className="grid gap-4">
      <p id={id}>Copy the token now. It is not kept, and cannot be shown again.</p>
      <TextInput
        readOnly
        autoFocus
        aria-label="The new token"
        aria-describedby={id}
        className="font-mono text-sm"
        value={token}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex justify-end gap-2">
        <CopyButton text={token} />
        <Button size="sm" variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
