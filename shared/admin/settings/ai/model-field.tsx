import type { AiModelUse, AiSettings, ModelChoice } from '#shared/contract/ai-providers.ts';
import { Field } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/text-input.tsx';

interface ModelFieldProps {
  settings: AiSettings;
  use: AiModelUse;
  label: string;
  choice: ModelChoice | null;
  /** The label of the option for no choice: the model that is used then. */
  other: string;
  onChoose: (choice: ModelChoice | null) => void;
}

/** The field that chooses a model for a task. */
export function ModelField({ settings, use, label, choice, other, onChoose }: ModelFieldProps) {
  const options = settings.providers.flatMap(({ id, name, models, isReady }) =>
    models
      .filter((model) => model.use === use && isReady)
      .map((model) => ({ choice: { providerId: id, model: model.name }, label: `${name}: ${model.name}` })),
  );
  const idOf = ({ providerId, model }: ModelChoice) => `${providerId} ${model}`;
  const isThere = choice === null || options.some((option) => idOf(option.choice) === idOf(choice));
  return (
    <Field label={label} error={isThere ? undefined : 'This model cannot be asked now. Choose another.'}>
      {(control) => (
        <Select
          {...control}
          value={choice === null ? '' : idOf(choice)}
          onChange={({ target }) =>
            onChoose(options.find((option) => idOf(option.choice) === target.value)?.choice ?? null)
          }
        >
          <option value="">{other}</option>
          {choice !== null && !isThere && <option value={idOf(choice)}>{choice.model}</option>}
          {options.map((option) => (
            <option key={idOf(option.choice)} value={idOf(option.choice)}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
