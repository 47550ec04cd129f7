import { useRef } from 'react';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { slugForTitle } from './follow-title.ts';
import type { FormProps } from './form-props.ts';

/** Title, slug and excerpt. The slug follows the title while the post is new. */
export function TextFields({ form, isNew }: FormProps & { isNew: boolean }) {
  const { errors } = form.formState;
  const titleBefore = useRef(form.getValues('title'));
  const title = form.register('title', {
    onChange() {
      const next = form.getValues('title');
      if (isNew) {
        const slug = slugForTitle(form.getValues('slug'), titleBefore.current, next);
        form.setValue('slug', slug, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      }
      titleBefore.current = next;
    },
  });
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        {(control) => <TextInput {...control} {...title} className="h-12! font-serif text-xl!" />}
      </Field>
      <Field label="Slug" error={errors.slug?.message}>
        {(control) => <TextInput {...control} {...form.register('slug')} className="font-mono text-sm!" />}
      </Field>
      <Field label="Excerpt" error={errors.excerpt?.message}>
        {(control) => <TextArea {...control} {...form.register('excerpt')} rows={3} />}
      </Field>
    </>
  );
}
