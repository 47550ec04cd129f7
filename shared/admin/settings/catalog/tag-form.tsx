import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { createTag, type Tag, tagFields, updateTag } from '#shared/contract/tags.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import type { CatalogFormProps } from './catalog-kind.ts';

export function TagForm({ item: tag, onDone }: CatalogFormProps<Tag>) {
  const form = useForm({ resolver: zodResolver(tagFields), defaultValues: { name: tag?.name ?? '' } });
  const save = useAction({
    name: tag ? 'tag_renamed' : 'tag_created',
    run: ({ api }, body: { name: string }) =>
      tag ? api.call(updateTag, { params: { id: tag.id }, body }) : api.call(createTag, { body }),
    refreshes: [queryKeys.tags, queryKeys.posts],
    success: tag ? 'Tag renamed' : 'Tag created',
    onSuccess: onDone,
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      <Field label="Name" error={form.formState.errors.name?.message}>
        {(control) => <TextInput {...control} {...form.register('name')} />}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={save.isPending}>
        Save
      </Button>
    </form>
  );
}
