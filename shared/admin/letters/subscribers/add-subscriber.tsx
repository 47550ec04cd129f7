import { useForm } from 'react-hook-form';
import { letterAddress } from '#shared/contract/letters/subscriptions.ts';
import type { Topic } from '#shared/kernel/topic.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { useCategories } from '../../catalog/index.ts';
import { useAddSubscriber } from './use-subscribers.ts';

interface Values {
  email: string;
  /** The id of a category; "0" for the whole site. */
  category: string;
  hasAgreed: boolean;
}

/** Asks for the address of a person who has agreed to subscribe. That person still confirms the subscription. */
export function AddSubscriber({ onDone }: { onDone: () => void }) {
  const categories = useCategories();
  const add = useAddSubscriber(onDone);
  const form = useForm<Values>({ defaultValues: { email: '', category: '0', hasAgreed: false } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ email, category }) => {
    const targetId = Number(category);
    const topic: Topic = targetId === 0 ? { kind: 'site', targetId } : { kind: 'category', targetId };
    add.mutate({ email: letterAddress.parse(email), topics: [topic] });
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('email', {
              validate: (email) => letterAddress.safeParse(email).success || 'Please enter a valid email address.',
            })}
            type="email"
            data-first-focus
            maxLength={254}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Follows">
        {(control) => (
          <Select {...control} {...form.register('category')}>
            <option value="0">The whole site</option>
            {categories.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="They have agreed to get letters"
        hint="They get one mail with a link, and letters only once they have confirmed it."
        error={errors.hasAgreed?.message}
      >
        {(control) => (
          <Checkbox
            {...control}
            {...form.register('hasAgreed', { validate: (hasAgreed) => hasAgreed || 'Ask them first.' })}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={add.isPending}>
        Send the mail
      </Button>
    </form>
  );
}
