import { useId, useState } from 'react';
import { type AiProviderProfile, ENVIRONMENT_PROVIDER, updateAiProvider } from '#shared/contract/ai-providers.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { newModel } from './presets.ts';

/** The most names that can be read at a glance; more models are found by typing a part of their name. */
const MOST_OFFERED = 24;

interface OtherModelsProps {
  provider: AiProviderProfile;
  /** The provider's models that are not in its profile. */
  names: readonly string[];
  /** Whether a model must be chosen before the provider can be used. */
  isAsked: boolean;
}

/** The provider's other models; each can be added to the profile by a press, or by typing its name. */
export function OtherModels({ provider, names, isAsked }: OtherModelsProps) {
  const add = useAddedModel(provider);
  if (names.length === 0 || provider.id === ENVIRONMENT_PROVIDER) return null;
  if (!isAsked || names.length > MOST_OFFERED) return <FoundModel names={names} add={add} />;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {names.map((name) => (
        <li key={name}>
          <Button size="sm" disabled={add.isPending} onClick={() => add.mutate(name)}>
            Use {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Finds one model of a large catalog: matching names are offered while a part of a name is typed. */
function FoundModel({ names, add }: { names: readonly string[]; add: ReturnType<typeof useAddedModel> }) {
  const [typed, setTyped] = useState('');
  const list = useId();
  const isOne = names.includes(typed.trim());
  return (
    <form
      className="mt-3 flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOne) add.mutate(typed.trim(), { onSuccess: () => setTyped('') });
      }}
    >
      <Field
        label={`Another of its ${names.length} models`}
        className="min-w-0 flex-1"
        hint="Type a part of its name and choose."
      >
        {(control) => (
          <TextInput
            {...control}
            list={list}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mb-6" disabled={!isOne || add.isPending}>
        Add
      </Button>
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}

function useAddedModel({ id, name, kind, address, models, monthlyLimitUsd }: AiProviderProfile) {
  return useAction({
    name: 'ai_model_added',
    run: ({ api }, model: string) =>
      api.call(updateAiProvider, {
        params: { id },
        body: { name, kind, monthlyLimitUsd, address: address ?? '', models: [...models, newModel(kind, model)] },
      }),
    refreshes: [queryKeys.ai],
    success: (_, model) => `${model} added to ${name}`,
  });
}
