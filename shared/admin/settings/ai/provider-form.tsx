import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, type UseFormReturn, useForm, useFormContext } from 'react-hook-form';
import { ApiError } from '#shared/api-client/api-error.ts';
import {
  type AiProviderProfile,
  createAiProvider,
  type ProviderFields,
  type ProviderKind,
  providerFields,
  providerKinds,
  updateAiProvider,
} from '#shared/contract/ai-providers.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { errorText } from '../../error-text.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { ModelFields } from './model-fields.tsx';
import { PRESETS } from './presets.ts';
import { toAmount } from './read-number.ts';

interface ProviderFormProps {
  /** The profile to change; null for a new one. */
  provider: AiProviderProfile | null;
  onDone: () => void;
}

/** The form of a profile. For a known provider only the key is left to enter; the other values are filled in below. */
export function ProviderForm({ provider, onDone }: ProviderFormProps) {
  const [kind, setKind] = useState<ProviderKind>(provider?.kind ?? 'openai');
  const [isOpen, setIsOpen] = useState(false);
  const form = useForm<ProviderFields>({
    resolver: zodResolver(providerFields),
    defaultValues: provider ? fieldsOf(provider) : presetOf('openai'),
  });
  const save = useAction({
    name: provider ? 'ai_provider_updated' : 'ai_provider_created',
    run: ({ api }, body: ProviderFields) =>
      provider
        ? api.call(updateAiProvider, { params: { id: provider.id }, body })
        : api.call(createAiProvider, { body }),
    refreshes: [queryKeys.ai],
    success: ({ name }) => `${name} saved`,
    explain: (error) => explain(error, form, () => setIsOpen(true)),
    onSuccess: onDone,
  });
  const isKnown = kind !== 'other' && provider === null;
  const change = (next: ProviderKind) => {
    setKind(next);
    const key = form.getValues('key');
    form.reset({ ...presetOf(next), ...(key && { key }) });
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit(
          (values) => save.mutate({ ...values, ...(provider && !values.key && { key: undefined }) }),
          ({ key: _, ...hidden }) => setIsOpen(isOpen || Object.keys(hidden).length > 0),
        )}
      >
        {provider === null && (
          <Field label="Provider">
            {(control) => (
              <Select {...control} value={kind} onChange={({ target }) => change(target.value as ProviderKind)}>
                {providerKinds.map((each) => (
                  <option key={each} value={each}>
                    {PRESETS[each].name || 'Another that speaks OpenAI’s API'}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <KeyField provider={provider} kind={kind} />
        {isKnown ? (
          <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
            <summary className="cursor-pointer text-sm font-semibold">Name, address, models and prices</summary>
            <Details kind={kind} />
          </details>
        ) : (
          <Details kind={kind} />
        )}
        <Button type="submit" variant="primary" className="justify-self-end" disabled={save.isPending}>
          Save
        </Button>
      </form>
    </FormProvider>
  );
}

function KeyField({ provider, kind }: { provider: AiProviderProfile | null; kind: ProviderKind }) {
  const form = useFormContext<ProviderFields>();
  const hasKey = provider?.key === 'kept';
  const again = provider?.key === 'again';
  const { keyHint } = PRESETS[kind];
  return (
    <Field
      label={again ? 'Enter the key again' : hasKey ? 'New key' : 'Key'}
      hint={hasKey ? 'There is one. It is shown to nobody; left empty, it stays.' : keyHint}
      error={form.formState.errors.key?.message}
    >
      {(control) => (
        <TextInput
          {...control}
          {...form.register('key')}
          type="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

function Details({ kind }: { kind: ProviderKind }) {
  const { register, formState } = useFormContext<ProviderFields>();
  const { errors } = formState;
  return (
    <div className="mt-3 grid gap-4">
      <Field label="Name" error={errors.name?.message}>
        {(control) => <TextInput {...control} {...register('name')} />}
      </Field>
      <Field label="Address" hint="Of its API; mostly it ends with /v1." error={errors.address?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('address')}
            placeholder="https://api.example.com/v1"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <ModelFields kind={kind} />
      <Field
        label="Its monthly limit in US dollars"
        hint="Beside the one for everything. Left empty, it has none of its own."
        error={errors.monthlyLimitUsd?.message}
      >
        {(control) => (
          <TextInput {...control} {...register('monthlyLimitUsd', { setValueAs: toAmount })} inputMode="decimal" />
        )}
      </Field>
    </div>
  );
}

function fieldsOf({ name, kind, address, models, monthlyLimitUsd }: AiProviderProfile): ProviderFields {
  return { name, kind, address: address ?? '', key: '', models, monthlyLimitUsd };
}

function presetOf(kind: ProviderKind): ProviderFields {
  const { name, address, models } = PRESETS[kind];
  return { name, kind, address, key: '', models: [...models], monthlyLimitUsd: null };
}

/** Shows what the server refuses at its field. Returns null if a field shows a fault, else the words for a toast. */
function explain(error: Error, form: UseFormReturn<ProviderFields>, open: () => void): string | null {
  if (!(error instanceof ApiError)) return errorText(error);
  const issues = error.code === 'name_taken' ? [{ path: 'name', message: error.detail }] : (error.issues ?? []);
  const ofFields = issues.filter(({ path }) => path === 'name' || path === 'address' || path === 'key');
  if (issues.some(({ path }) => path !== 'key')) open();
  for (const { path, message } of ofFields) {
    form.setError(path as 'name' | 'address' | 'key', { message }, { shouldFocus: true });
  }
  return ofFields.length > 0 ? null : errorText(error);
}
