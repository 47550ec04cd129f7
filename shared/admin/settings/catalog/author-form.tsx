import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { type Author, authorFields, createAuthor, updateAuthor } from '#shared/contract/authors.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import type { CatalogFormProps } from './catalog-kind.ts';

const { name, email, bio, avatar } = authorFields.shape;
const text = { name, bio: bio.unwrap(), avatar: avatar.unwrap().unwrap() };
const newAuthor = z.object({ ...text, email });
/** Readers do not see the address of a known author, so it is not filled in here either: a blank field keeps it. */
const knownAuthor = z.object({ ...text, email: z.union([z.literal(''), email]) });

/** The form for the name, e-mail, bio and picture of an author. */
export function AuthorForm({ item: author, onDone }: CatalogFormProps<Author>) {
  const form = useForm({
    resolver: zodResolver(author ? knownAuthor : newAuthor),
    defaultValues: { name: author?.name ?? '', email: '', bio: author?.bio ?? '', avatar: author?.avatar ?? '' },
  });
  const { errors } = form.formState;
  const save = useAction({
    name: author ? 'author_updated' : 'author_created',
    run({ api }, { email, avatar, ...rest }: z.output<typeof newAuthor>) {
      const body = { ...rest, avatar: avatar || null };
      if (!author) return api.call(createAuthor, { body: { ...body, email } });
      return api.call(updateAuthor, { params: { id: author.id }, body: email === '' ? body : { ...body, email } });
    },
    refreshes: [queryKeys.authors, queryKeys.posts],
    success: author ? 'Author saved' : 'Author created',
    onSuccess: onDone,
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      <Field label="Name" error={errors.name?.message}>
        {(control) => <TextInput {...control} {...form.register('name')} />}
      </Field>
      <Field
        label="Email"
        hint={author ? 'Not shown to readers. Blank keeps the present one.' : 'Not shown to readers.'}
        error={errors.email?.message}
      >
        {(control) => <TextInput {...control} {...form.register('email')} type="email" autoComplete="off" />}
      </Field>
      <Field label="Bio" error={errors.bio?.message}>
        {(control) => <TextArea {...control} {...form.register('bio')} rows={3} />}
      </Field>
      <Field label="Picture URL" error={errors.avatar?.message}>
        {(control) => <TextInput {...control} {...form.register('avatar')} inputMode="url" />}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={save.isPending}>
        Save
      </Button>
    </form>
  );
}
