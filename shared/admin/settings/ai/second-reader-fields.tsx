import type { AiSettings, SecondReaderChoice } from '#shared/contract/ai-providers.ts';
import { Field } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { ModelField } from './model-field.tsx';
import { toAmount } from './read-number.ts';

type LimitName = 'postLimitUsd' | 'monthLimitUsd';

/** The limits as they were typed; a limit that was not changed is absent. */
export type TypedLimits = Partial<Record<LimitName, string>>;

interface SecondReaderFieldsProps {
  settings: AiSettings;
  reader: SecondReaderChoice;
  typed: TypedLimits;
  onChange: (reader: SecondReaderChoice) => void;
  onType: (typed: TypedLimits) => void;
}

/**
 * The fields for a model that reads posts before they are published, and for what that may cost (docs/rules.md, "Second
 * reader").
 */
export function SecondReaderFields({ settings, reader, typed, onChange, onType }: SecondReaderFieldsProps) {
  const limit = (name: LimitName, label: string, hint: string) => (
    <Field label={label} hint={hint} error={isAllowed(typed[name]) ? undefined : 'From $0.01 to $1,000, please.'}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          value={typed[name] ?? String(reader[name])}
          onChange={({ target }) => onType({ ...typed, [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="float-left mb-1 text-sm font-semibold">Second reader</legend>
      <Switch
        label="A model may read posts before they are published"
        hint="It says what an editor would, beside the checks. It changes nothing, and stops nothing."
        checked={reader.isOn}
        onChange={(isOn) => onChange({ ...reader, isOn })}
      />
      {reader.isOn && (
        <>
          <ModelField
            {...{ settings, use: 'text', label: 'Model that reads', choice: reader.model, other: 'As for texts' }}
            onChoose={(model) => onChange({ ...reader, model })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            {limit('postLimitUsd', 'One post may cost (USD)', 'All its readings together.')}
            {limit('monthLimitUsd', 'A month may cost (USD)', 'All readings, within the monthly limit.')}
          </div>
          <Switch
            label="Read by itself as well"
            hint="Drafts of batches, and posts that are published by themselves. The same limits hold."
            checked={reader.isAutomatic}
            onChange={(isAutomatic) => onChange({ ...reader, isAutomatic })}
          />
        </>
      )}
    </fieldset>
  );
}

/** Returns the choice with the typed limits; null if a typed limit is invalid. */
export function withLimits(reader: SecondReaderChoice, typed: TypedLimits): SecondReaderChoice | null {
  if (!isAllowed(typed.postLimitUsd) || !isAllowed(typed.monthLimitUsd)) return null;
  const of = (name: LimitName) => (typed[name] === undefined ? reader[name] : (toAmount(typed[name]) ?? reader[name]));
  return { ...reader, postLimitUsd: of('postLimitUsd'), monthLimitUsd: of('monthLimitUsd') };
}

function isAllowed(typed: string | undefined): boolean {
  if (typed === undefined) return true;
  const amount = toAmount(typed);
  return amount !== null && amount >= 0.01 && amount <= 1000;
}
