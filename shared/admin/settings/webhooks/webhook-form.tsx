import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '#shared/api-client/api-error.ts';
import {
  createWebhook,
  updateWebhook,
  type Webhook,
  type WebhookFields,
  webhookFields,
} from '#shared/contract/webhooks.ts';
import { WEBHOOK_EVENTS } from '#shared/kernel/webhook-events.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { errorText } from '../../error-text.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { eventWords } from './webhook-words.ts';

interface WebhookFormProps {
  /** The webhook to change; null for a new one. */
  webhook: Webhook | null;
  /** `secret`: that of a new webhook; null for a changed one. */
  onSaved: (secret: string | null) => void;
}

/**
 * The form of a webhook: where its messages go, and what they are about. What the site refuses is shown at the field.
 */
export function WebhookForm({ webhook, onSaved }: WebhookFormProps) {
  const form = useForm<WebhookFields>({
    resolver: zodResolver(webhookFields),
    defaultValues: {
      name: webhook?.name ?? '',
      address: webhook?.address ?? '',
      events: webhook?.events ?? ['went-live'],
      hearsDrafts: webhook?.hearsDrafts ?? false,
      isOn: webhook?.isOn ?? true,
    },
  });
  const { errors } = form.formState;
  const save = useSaveWebhook({ webhook, form, onSaved });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((values) => !save.isPending && save.mutate(values))}
    >
      <Field label="Name" error={errors.name?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('name')}
            data-first-focus
            maxLength={80}
            placeholder="Newsletter robot"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Address" hint="Messages are sent there, as JSON." error={errors.address?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('address')}
            type="url"
            placeholder="https://robot.example/posts"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </Field>
      <EventChoice form={form} />
      <SwitchField
        form={form}
        name="hearsDrafts"
        label="Drafts too"
        hint="Of a post readers do not see, its id, address and title are told, and nothing of its text."
      />
      <SwitchField form={form} name="isOn" label="On" hint="While it is off it hears of nothing." />
      <Button
        type="submit"
        variant="primary"
        className="justify-self-end"
        // Not disabled, so that the focus can come back to the button after the password was asked for.
        aria-disabled={save.isPending}
      >
        {webhook ? 'Save' : 'Make webhook'}
      </Button>
    </form>
  );
}

/** The choice of the events that messages are sent for. */
function EventChoice({ form }: { form: UseFormReturn<WebhookFields> }) {
  const id = useId();
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Send a message when</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <div key={event} className="flex items-center">
          <Checkbox id={`${id}-${event}`} value={event} {...form.register('events')} />
          <label htmlFor={`${id}-${event}`}>{eventWords[event]}</label>
        </div>
      ))}
      <p role="alert" className="text-xs font-semibold text-danger empty:hidden">
        {form.formState.errors.events?.message}
      </p>
    </fieldset>
  );
}

interface SwitchFieldProps {
  form: UseFormReturn<WebhookFields>;
  name: 'hearsDrafts' | 'isOn';
  label: string;
  hint: string;
}

function SwitchField({ form, name, label, hint }: SwitchFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => <Switch {...{ label, hint }} checked={field.value} onChange={field.onChange} />}
    />
  );
}

interface SaveOptions extends WebhookFormProps {
  form: UseFormReturn<WebhookFields>;
}

function useSaveWebhook({ webhook, form, onSaved }: SaveOptions) {
  return useAction({
    name: webhook ? 'webhook_updated' : 'webhook_created',
    async run({ api }, body: WebhookFields): Promise<string | null> {
      if (!webhook) return (await api.call(createWebhook, { body })).secretText;
      await api.call(updateWebhook, { params: { id: webhook.id }, body });
      return null;
    },
    refreshes: [queryKeys.webhooks],
    success: webhook ? 'Webhook saved' : 'Webhook made',
    explain(error) {
      const issues = error instanceof ApiError ? (error.issues ?? []) : [];
      const fault = issues.find(({ path }) => path === 'address' || path === 'name');
      if (!fault) return errorText(error);
      form.setError(fault.path === 'name' ? 'name' : 'address', { message: fault.message }, { shouldFocus: true });
      return null;
    },
    onSuccess: onSaved,
  });
}
