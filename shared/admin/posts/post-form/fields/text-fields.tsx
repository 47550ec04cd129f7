import { memo } from 'react';
import { fieldsWith } from '#shared/kernel/post-field-table.ts';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { type FormProps, showsOnly } from '../form-props.ts';
import { slugForTitle } from './follow-title.ts';
import { PlainTextFields } from './plain-text-fields.tsx';
import { useTextHistory } from './use-text-history.ts';

/** Title, what stands under it, slug and excerpt. The slug follows the title while the post is new. */
export const TextFields = memo(
  function TextFields(props: FormProps & { isNew: boolean }) {
    const { session, values, errors, isReadOnly, isNew } = props;
    const title = useTextHistory<HTMLInputElement>(session, 'title', values.title);
    const excerpt = useTextHistory<HTMLTextAreaElement>(session, 'excerpt', values.excerpt);
    const typeTitle = (next: string, cursor: number | undefined) => {
      const now = session.getState().values;
      const slug = isNew ? slugForTitle(now.slug, now.title, next) : now.slug;
      // Together they are one step of undo.
      if (slug === now.slug) session.setText('title', next, cursor);
      else session.setValues({ title: next, slug });
    };
    return (
      <>
        <Field label="Title" error={errors.title}>
          {(control) => (
            <TextInput
              {...control}
              {...title}
              readOnly={isReadOnly}
              value={values.title}
              onChange={({ target }) => typeTitle(target.value, target.selectionEnd ?? undefined)}
              className="h-12! font-serif text-xl!"
            />
          )}
        </Field>
        <PlainTextFields {...{ session, values, errors, isReadOnly }} place="under title" />
        <Field label="Slug" error={errors.slug}>
          {(control) => (
            <TextInput
              {...control}
              readOnly={isReadOnly}
              value={values.slug}
              onChange={({ target }) => session.setValues({ slug: target.value })}
              className="font-mono text-sm!"
            />
          )}
        </Field>
        <Field label="Excerpt" error={errors.excerpt}>
          {(control) => (
            <TextArea
              {...control}
              {...excerpt}
              rows={3}
              readOnly={isReadOnly}
              value={values.excerpt}
              onChange={({ target }) => session.setText('excerpt', target.value, target.selectionEnd)}
            />
          )}
        </Field>
      </>
    );
  },
  showsOnly('title', ...fieldsWith({ isPlain: true, place: 'under title' }), 'slug', 'excerpt'),
);
