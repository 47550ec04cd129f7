import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import {
  type LetterSettings,
  letterSettingsFields,
  updateLetterSettings,
} from '#shared/contract/letters/letter-settings.ts';
import { Field } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { Select, TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';

type Form = UseFormReturn<LetterSettings>;

export function LetterSettingsForm({ settings }: { settings: LetterSettings }) {
  const queryClient = useQueryClient();
  const form: Form = useForm({ resolver: zodResolver(letterSettingsFields), defaultValues: settings }) as Form;
  const { errors } = form.formState;
  const update = useAction({
    name: 'letter_settings_updated',
    run: ({ api }, body: LetterSettings) => api.call(updateLetterSettings, { body }),
    refreshes: [queryKeys.letters],
    success: 'Letter settings saved',
    onSuccess(saved) {
      queryClient.setQueryData(queryKeys.letterSettings, saved);
      form.reset(saved);
    },
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => update.mutate(values))}>
      <Field label="Sender’s name" error={errors.senderName?.message}>
        {(control) => <TextInput {...control} {...form.register('senderName')} autoComplete="off" />}
      </Field>
      <Field label="Reply address" hint="Where answers go." error={errors.replyTo?.message}>
        {(control) => <TextInput {...control} {...form.register('replyTo')} type="email" />}
      </Field>
      <Field
        label="Postal address"
        hint="Stands at the foot of each letter: most countries ask for it."
        error={errors.postalAddress?.message}
      >
        {(control) => <TextArea {...control} {...form.register('postalAddress')} rows={3} />}
      </Field>
      <AtPublication form={form} />
      <Digest form={form} />
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-1.5 text-sm font-semibold">At most</legend>
        <Field label="Letters a minute" error={errors.perMinute?.message}>
          {(control) => (
            <TextInput {...control} {...form.register('perMinute', { valueAsNumber: true })} type="number" min={1} />
          )}
        </Field>
        <Field label="Letters an hour" error={errors.perHour?.message}>
          {(control) => (
            <TextInput {...control} {...form.register('perHour', { valueAsNumber: true })} type="number" min={1} />
          )}
        </Field>
      </fieldset>
      <OfferingButton
        command="Save Letter Settings"
        type="submit"
        className="justify-self-start"
        disabled={update.isPending}
      >
        Save letter settings
      </OfferingButton>
    </form>
  );
}

function AtPublication({ form }: { form: Form }) {
  const isOn = form.watch('atPublication');
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <Switch
        label="Send posts as letters"
        hint="When a post goes live for the first time."
        checked={isOn}
        onChange={(on) => form.setValue('atPublication', on, { shouldDirty: true })}
      />
      {isOn && (
        <Field
          label="Minutes to wait first"
          hint="In which the letter can still be cancelled."
          error={form.formState.errors.waitMinutes?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.register('waitMinutes', { valueAsNumber: true })}
              type="number"
              min={0}
              max={1440}
            />
          )}
        </Field>
      )}
    </div>
  );
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

function Digest({ form }: { form: Form }) {
  const isOn = form.watch('hasDigest');
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([form.watch('timeZone'), here, 'UTC'])];
  const turn = (on: boolean) => {
    form.setValue('hasDigest', on, { shouldDirty: true });
    // Until the owner has chosen a time zone, the zone of their computer is taken.
    if (on && form.getValues('timeZone') === 'UTC') form.setValue('timeZone', here);
  };
  return (
    <div className="grid gap-3 border-t border-line py-4">
      <Switch
        label="Weekly digest"
        hint="Lists new posts that had no letter of their own; none where nothing is new."
        checked={isOn}
        onChange={turn}
      />
      {isOn && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="Day">
            {(control) => (
              <Select {...control} {...form.register('digestDay', { valueAsNumber: true })}>
                {DAYS.map((day, index) => (
                  <option key={day} value={index}>
                    {day}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Hour">
            {(control) => (
              <Select {...control} {...form.register('digestHour', { valueAsNumber: true })}>
                {HOURS.map((hour) => (
                  <option key={hour} value={hour}>
                    {`${hour}:00`.padStart(5, '0')}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Time zone" className="col-span-2" error={form.formState.errors.timeZone?.message}>
            {(control) => (
              <Select {...control} {...form.register('timeZone')}>
                {zones.map((zone) => (
                  <option key={zone}>{zone}</option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
    </div>
  );
}
