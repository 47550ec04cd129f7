import { preloadToasts } from '../browser/toast/show-toast.ts';
import { usePageControls } from '../page-context.ts';
import type { ContactFormState, ContactFormValues } from '../page-data.ts';
import { Answer, Field } from './contact-field.tsx';
import { contactAnswers } from './contact-flow.ts';
import { blank } from './form-fields.ts';
import { useContactForm } from './use-contact-form.ts';

const fieldClass = 'field w-full text-lg aria-invalid:border-danger aria-invalid:[box-shadow:0_0_0_1px_var(--danger)]';

/**
 * The contact form (docs/rules.md, "Contact form"). `answered` is the server's answer to the form sent without
 * JavaScript. React does not control its fields, so that text typed before the page's script has loaded is kept.
 */
export function ContactForm({ answered }: { answered: ContactFormState | null }) {
  const { writer } = usePageControls();
  const given = answered?.values ?? blank;
  const { form, missing, outcome, isFirst, isSending, onSubmit, onInput } = useContactForm(answered);

  const field = (name: keyof ContactFormValues) => ({
    id: `contact-${name}`,
    name,
    defaultValue: given[name],
    'aria-invalid': missing.includes(name) || undefined,
    'aria-describedby': missing.includes(name) ? `contact-${name}-missing` : undefined,
    onInput: () => onInput(name),
    className: fieldClass,
  });

  return (
    <form
      ref={form}
      action={`${writer}/contact`}
      method="post"
      onSubmit={onSubmit}
      onFocus={preloadToasts}
      className="relative grid gap-6"
    >
      {answered && isFirst && <Answer outcome={answered.outcome} />}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field name="name" missing={missing} label="Name" isRequired>
          <input {...field('name')} type="text" required maxLength={120} autoComplete="name" />
        </Field>
        <Field name="email" missing={missing} label="Email" isRequired>
          <input {...field('email')} type="email" required maxLength={254} autoComplete="email" />
        </Field>
      </div>
      <Field name="subject" missing={missing} label="Subject">
        <input {...field('subject')} type="text" maxLength={200} />
      </Field>
      <Field name="message" missing={missing} label="Message" isRequired>
        <textarea
          {...field('message')}
          required
          rows={8}
          maxLength={10_000}
          className={`${fieldClass} h-auto py-3 leading-normal`}
        />
      </Field>
      {/* A field for programs that fill in every field; people neither see it nor reach it with the keyboard. */}
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label htmlFor="contact-website">Website</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <SendButton isSending={isSending} />
      {outcome && (
        <p className={`border-l-4 bg-sunken px-5 py-4 ${outcome === 'sent' ? 'border-success' : 'border-danger'}`}>
          {contactAnswers[outcome]}
        </p>
      )}
    </form>
  );
}

function SendButton({ isSending }: { isSending: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <button type="submit" disabled={isSending} className="button disabled:cursor-progress disabled:opacity-60">
        {isSending ? 'Sending...' : 'Send Message'}
      </button>
      <p className="text-sm text-muted">We answer within 1-2 business days.</p>
    </div>
  );
}
