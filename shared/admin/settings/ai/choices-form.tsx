import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AiChoices,
  type AiSettings,
  ENVIRONMENT_PROVIDER,
  type ModelChoice,
  updateAiChoices,
} from '#shared/contract/ai-providers.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { OperatorHelp } from '../../operator-help.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { dollars } from './ai-words.ts';
import { ModelField } from './model-field.tsx';
import { toAmount } from './read-number.ts';
import { SecondReaderFields, type TypedLimits, withLimits } from './second-reader-fields.tsx';

/** Which model does what, and what a month may cost. */
export function ChoicesForm({ settings }: { settings: AiSettings }) {
  const { steps } = usePorts();
  const queryClient = useQueryClient();
  // What was changed here and is not saved; null while nothing was.
  const [changed, setChoices] = useState<AiChoices | null>(null);
  const [typed, setLimit] = useState<string | null>(null);
  const [readerLimits, setReaderLimits] = useState<TypedLimits>({});
  const choices = changed ?? settings.choices;
  const limit = typed ?? settings.choices.monthlyLimitUsd?.toString() ?? '';
  const amount = toAmount(limit);
  const limitFault =
    amount !== null && !(amount >= 0 && amount <= 1_000_000) ? 'An amount in US dollars, please.' : undefined;
  const save = useAction({
    name: 'ai_choices_updated',
    run: ({ api }, body: AiChoices) => api.call(updateAiChoices, { body }),
    success: 'AI settings saved',
    onSuccess(saved) {
      queryClient.setQueryData(queryKeys.ai, saved);
      setChoices(null);
      setLimit(null);
      setReaderLimits({});
    },
  });
  const chooseStep = (stepId: string, choice: ModelChoice | null) => {
    const others = choices.steps.filter((each) => each.stepId !== stepId);
    setChoices({ ...choices, steps: choice ? [...others, { stepId, ...choice }] : others });
  };
  const { environmentLimitUsd, providers } = settings;
  const hasEnvironment = providers.some(({ id, isReady }) => id === ENVIRONMENT_PROVIDER && isReady);
  const other = hasEnvironment ? 'From the environment' : 'None';
  return (
    <form
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const secondReader = choices.secondReader && withLimits(choices.secondReader, readerLimits);
        if (limitFault || (choices.secondReader && secondReader === null)) return;
        save.mutate({ ...choices, monthlyLimitUsd: amount, ...(secondReader && { secondReader }) });
      }}
    >
      <ModelField
        {...{ settings, use: 'text', label: 'Model for texts', choice: choices.text, other }}
        onChoose={(text) => setChoices({ ...choices, text })}
      />
      <ModelField
        {...{ settings, use: 'picture', label: 'Model for pictures', choice: choices.picture, other }}
        onChoose={(picture) => setChoices({ ...choices, picture })}
      />
      <details>
        <summary className="cursor-pointer text-sm font-semibold">
          Models for single steps{choices.steps.length > 0 && ` (${choices.steps.length})`}
        </summary>
        <div className="mt-3 grid gap-3">
          {steps.map(({ id, title }, at) => (
            <ModelField
              key={id}
              {...{ settings, use: 'text', label: `${at + 1}. ${title}`, other: 'As for texts' }}
              choice={choices.steps.find(({ stepId }) => stepId === id) ?? null}
              onChoose={(choice) => chooseStep(id, choice)}
            />
          ))}
        </div>
      </details>
      <Field
        label="Monthly limit in US dollars"
        error={limitFault}
        hint={
          environmentLimitUsd === null
            ? 'Left empty, there is none. While there is one, a model without prices is not asked.'
            : `The server itself allows ${dollars(environmentLimitUsd)} at the most, whatever stands here.`
        }
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            value={limit}
            onChange={(event) => setLimit(event.target.value)}
          />
        )}
      </Field>
      {environmentLimitUsd !== null && (
        <OperatorHelp>
          <code>AI_MONTHLY_LIMIT_USD</code> is the server’s own limit.
        </OperatorHelp>
      )}
      {choices.secondReader && (
        <SecondReaderFields
          {...{ settings, typed: readerLimits }}
          reader={choices.secondReader}
          onChange={(secondReader) => setChoices({ ...choices, secondReader })}
          onType={setReaderLimits}
        />
      )}
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        Save AI settings
      </Button>
    </form>
  );
}
