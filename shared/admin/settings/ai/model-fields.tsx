import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import type { ProviderFields, ProviderKind } from '#shared/contract/ai-providers.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { newModel } from './presets.ts';
import { toAmount, toTokens } from './read-number.ts';

/** The models of a profile: the use of each, its prices and its limits. */
export function ModelFields({ kind }: { kind: ProviderKind }) {
  const { control, formState } = useFormContext<ProviderFields>();
  const models = useFieldArray({ control, name: 'models' });
  const { errors } = formState;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Models</legend>
      {models.fields.length === 0 && (
        <p className="text-sm text-muted">None yet. After saving, Test shows the models it has.</p>
      )}
      {models.fields.map(({ id }, at) => (
        <ModelField key={id} at={at} onRemove={() => models.remove(at)} />
      ))}
      {kind === 'openrouter' && (
        <p className="text-xs text-muted">Prices may stay empty: OpenRouter tells what each call cost.</p>
      )}
      <p role="alert" className="text-xs font-semibold text-danger empty:hidden">
        {errors.models?.root?.message ?? errors.models?.message}
      </p>
      <Button size="sm" className="justify-self-start" onClick={() => models.append(newModel(kind, ''))}>
        <Plus aria-hidden />
        Add model
      </Button>
    </fieldset>
  );
}

function ModelField({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { register, control, formState } = useFormContext<ProviderFields>();
  const use = useWatch({ control, name: `models.${at}.use` });
  const errors = formState.errors.models?.[at];
  const amount = (name: 'priceInput' | 'priceOutput' | 'pricePicture') =>
    register(`models.${at}.${name}`, { setValueAs: toAmount });
  const tokens = (name: 'contextLimit' | 'maxOutputTokens') =>
    register(`models.${at}.${name}`, { setValueAs: toTokens });
  return (
    <div className="grid grid-cols-2 gap-3 rounded-md border border-line p-3">
      <div className="col-span-2 flex items-end gap-2">
        <Field label="Model" className="flex-1" error={errors?.name?.message}>
          {(field) => (
            <TextInput {...field} {...register(`models.${at}.name`)} autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <IconButton label={`Remove model ${at + 1}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <Field label="For" className="col-span-2">
        {(field) => (
          <Select {...field} {...register(`models.${at}.use`)}>
            <option value="text">Texts</option>
            <option value="picture">Pictures</option>
          </Select>
        )}
      </Field>
      {use === 'picture' ? (
        <Field label="US dollars a picture" className="col-span-2" error={fault(errors?.pricePicture)}>
          {(field) => <TextInput {...field} {...amount('pricePicture')} inputMode="decimal" />}
        </Field>
      ) : (
        <>
          <Field label="Dollars a million in" error={fault(errors?.priceInput)}>
            {(field) => <TextInput {...field} {...amount('priceInput')} inputMode="decimal" />}
          </Field>
          <Field label="Dollars a million out" error={fault(errors?.priceOutput)}>
            {(field) => <TextInput {...field} {...amount('priceOutput')} inputMode="decimal" />}
          </Field>
          <Field label="Context in tokens" error={fault(errors?.contextLimit)}>
            {(field) => <TextInput {...field} {...tokens('contextLimit')} inputMode="numeric" />}
          </Field>
          <Field label="Longest answer" error={fault(errors?.maxOutputTokens)}>
            {(field) => <TextInput {...field} {...tokens('maxOutputTokens')} inputMode="numeric" />}
          </Field>
          <Field label="Can be shown pictures" className="col-span-2">
            {(field) => (
              <Select {...field} {...register(`models.${at}.sees`)}>
                <option value="by-name">As its name tells</option>
                <option value="yes">Yes</option>
                <option value="no">No</option>
              </Select>
            )}
          </Field>
        </>
      )}
    </div>
  );
}

/** Returns the text of a field's fault; for a value that is not a number, in plain words. */
function fault(error: { type?: unknown; message?: string | undefined } | undefined): string | undefined {
  if (!error) return undefined;
  return error.type === 'invalid_type' ? 'A number, please.' : error.message;
}
