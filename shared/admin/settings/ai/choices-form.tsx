import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AiChoices,
  type AiSettings,
  ENVIRONMENT_PROVIDER,
  type ModelChoice,
  updateAiChoices,
} from '#shared/contract/ai-providers.ts';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { OperatorHelp } from '../../operator-help.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { dollars } from './ai-words.ts';
import { ModelField } from './model-field.tsx';
import { toAmount } from './read-number.ts';
import { SecondReaderFields, type TypedLimits, withLimits } from './second-reader-fields.tsx';

/** The form that sets which model does what, and what a month may cost. */
export function ChoicesForm({ settings }: { settings: AiSettings }) {
  const queryClient = useQueryClient();
  // The choices with unsaved changes; null while nothing was changed.
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
      <StepModels settings={settings} chosen={choices.steps} onChoose={(steps) => setChoices({ ...choices, steps })} />
      <MonthlyLimit ofServer={environmentLimitUsd} {...{ limit, fault: limitFault }} onType={setLimit} />
      {choices.secondReader && (
        <SecondReaderFields
          {...{ settings, typed: readerLimits }}
          reader={choices.secondReader}
          onChange={(secondReader) => setChoices({ ...choices, secondReader })}
          onType={setReaderLimits}
        />
      )}
      <OfferingButton command="Save AI Settings" type="submit" className="justify-self-start" disabled={save.isPending}>
        Save AI settings
      </OfferingButton>
    </form>
  );
}

type StepChoices = AiChoices['steps'];

interface StepModelsProps {
  settings: AiSettings;
  chosen: StepChoices;
  onChoose: (steps: StepChoices) => void;
}

/** The fields for steps that have models of their own. */
function StepModels({ settings, chosen, onChoose }: StepModelsProps) {
  const { steps } = usePorts();
  const choose = (stepId: string, choice: ModelChoice | null) => {
    const others = chosen.filter((each) => each.stepId !== stepId);
    onChoose(choice ? [...others, { stepId, ...choice }] : others);
  };
  return (
    <details>
      <summary className="cursor-pointer text-sm font-semibold">
        Models for single steps{chosen.length > 0 && ` (${chosen.length})`}
      </summary>
      <div className="mt-3 grid gap-3">
        {steps.map(({ id, title }, at) => (
          <ModelField
            key={id}
            {...{ settings, use: 'text', label: `${at + 1}. ${title}`, other: 'As for texts' }}
            choice={chosen.find(({ stepId }) => stepId === id) ?? null}
            onChoose={(choice) => choose(id, choice)}
          />
        ))}
      </div>
    </details>
  );
}

interface MonthlyLimitProps {
  limit: string;
  fault: string | undefined;
  /** In US dollars; null if the server has no limit of its own. */
  ofServer: number | null;
  onType: (limit: string) => void;
}

function MonthlyLimit({ limit, fault, ofServer, onType }: MonthlyLimitProps) {
  return (
    <>
      <Field
        label="Monthly limit in US dollars"
        error={fault}
        hint={
          ofServer === null
            ? 'Left empty, there is none. While there is one, a model without prices is not asked.'
            : `The server itself allows ${dollars(ofServer)} at the most, whatever stands here.`
        }
      >
        {(control) => (
          <TextInput {...control} inputMode="decimal" value={limit} onChange={(event) => onType(event.target.value)} />
        )}
      </Field>
      {ofServer !== null && (
        <OperatorHelp>
          <code>AI_MONTHLY_LIMIT_USD</code> is the server’s own limit.
        </OperatorHelp>
      )}
    </>
  );
}
