import { memo, useEffect, useRef } from 'react';
import { fieldsWith } from '#shared/kernel/post-field-table.ts';
import { Field } from '#shared/ui/field.tsx';
import { TextArea, TextInput } from '#shared/ui/text-input.tsx';
import { SuggestButton } from '../../../suggest/index.ts';
import { type FormProps, showsOnly } from '../form-props.ts';
import { slugForTitle } from './follow-title.ts';
import { PlainTextFields } from './plain-text-fields.tsx';
import { useTextHistory } from './use-text-history.ts';

/** The title. The slug follows it while the post is new; Enter moves the focus to the text. */
export const TitleField = memo(function TitleField({
  session,
  values,
  errors,
  isReadOnly,
  isNew,
  onEnter,
}: FormProps & { isNew: boolean; onEnter: () => void }) {
  const title = useTextHistory<HTMLInputElement>(session, 'title', values.title);
  const isBlank = useRef(isNew && values.title === '');
  useEffect(() => {
    // After opening a blank post the owner types its title next. On a touch screen this would open an unwanted
    // keyboard.
    const { activeElement, body } = document;
    const isOnPanel = activeElement?.matches('[role="tabpanel"]');
    const isNowhere = activeElement === body && window.matchMedia('(hover: hover) and (pointer: fine)').matches;
    if (isBlank.current && (isOnPanel || isNowhere)) title.ref.current?.focus();
  }, [title.ref]);
  const typeTitle = (next: string, cursor: number | undefined) => {
    const now = session.getState().values;
    const slug = isNew ? slugForTitle(now.slug, now.title, next) : now.slug;
    // Changed together, title and slug are one step of undo.
    if (slug === now.slug) session.setText('title', next, cursor);
    else session.setValues({ title: next, slug });
  };
  return (
    <Field label="Title" error={errors.title} aside={<SuggestButton kind="headlines" disabled={isReadOnly} />}>
      {(control) => (
        <TextInput
          {...control}
          {...title}
          data-field="title"
          readOnly={isReadOnly}
          value={values.title}
          onChange={({ target }) => typeTitle(target.value, target.selectionEnd ?? undefined)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) onEnter();
          }}
          className="h-12! font-serif text-xl!"
        />
      )}
    </Field>
  );
}, showsOnly('title'));

/** The post's slug, its excerpt, and the text below the title on the post's page. */
export const SummaryFields = memo(
  function SummaryFields(props: FormProps) {
    const { session, values, errors, isReadOnly } = props;
    const excerpt = useTextHistory<HTMLTextAreaElement>(session, 'excerpt', values.excerpt);
    return (
      <>
        <PlainTextFields {...props} place="under title" />
        <Field label="Excerpt" error={errors.excerpt} aside={<SuggestButton kind="excerpt" disabled={isReadOnly} />}>
          {(control) => (
            <TextArea
              {...control}
              {...excerpt}
              data-field="excerpt"
              rows={3}
              readOnly={isReadOnly}
              value={values.excerpt}
              onChange={({ target }) => session.setText('excerpt', target.value, target.selectionEnd)}
            />
          )}
        </Field>
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
      </>
    );
  },
  showsOnly(...fieldsWith({ isPlain: true, place: 'under title' }), 'slug', 'excerpt'),
);
