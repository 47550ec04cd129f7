import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { track } from '../browser/enhancer/analytics.ts';
import { sendContactMessage } from '../browser/send-contact-message.ts';
import { preloadToasts, showToast } from '../browser/toast/show-toast.ts';
import { usePageControls } from '../page-context.ts';
import type { ContactFormState, ContactFormValues } from '../page-data.ts';
import { useArrival } from '../router.tsx';
import { Answer, Field } from './contact-field.tsx';
import {
  type ContactEvent,
  type ContactPhase,
  contactAnswers,
  contactToasts,
  contactTransition,
  missingFields,
} from './contact-flow.ts';

const fieldClass = 'field w-full text-lg aria-invalid:border-danger aria-invalid:[box-shadow:0_0_0_1px_var(--danger)]';
const blank: ContactFormValues = { name: '', email: '', subject: '', message: '' };

/**
 * The contact form (docs/rules.md, "Contact form"). `answered` is how the server answered it without JavaScript. React
 * does not control its fields, so that what is typed before the page's script has loaded is kept.
 */
export function ContactForm({ answered }: { answered: ContactFormState | null }) {
  const form = useRef<HTMLFormElement>(null);
  const openedAt = useRef(0);
  const { writer } = usePageControls();
  const isOpened = useArrival() === 'pop';
  const phaseNow = useRef<ContactPhase>('idle');
  const [phase, setPhase] = useState<ContactPhase>('idle');
  const given = answered?.values ?? blank;
  const [missing, setMissing] = useState<readonly string[]>(
    answered?.outcome === 'missing' ? missingFields(given) : [],
  );
  // How it went last, from this page; what the server said before that is of an earlier try.
  const [outcome, setOutcome] = useState<keyof typeof contactAnswers | null>(null);
  const [isFirst, setFirst] = useState(true);

  useEffect(() => {
    // On a page that was opened the form stood there before React did.
    if (!isOpened) openedAt.current = performance.now();
    // From here on what is missing is said by us; past React, so that a press repeated right now meets it.
    if (form.current) form.current.noValidate = true;
  }, [isOpened]);

  const dispatch = (event: ContactEvent) => {
    const { phase: next, effects } = contactTransition(phaseNow.current, event);
    phaseNow.current = next;
    setPhase(next);
    for (const effect of effects) {
      if (effect.type === 'send') send(effect.values);
      else if (effect.type === 'clear') clear();
      else if (effect.type === 'toast') {
        showToast(contactToasts[effect.toast]);
        setOutcome(effect.toast);
      } else track('contact_form_submit', { success: effect.success });
    }
  };

  const send = async (values: ContactFormValues) => {
    const website = fieldValue(form.current, 'website');
    const elapsedMs = Math.round(performance.now() - openedAt.current);
    const ok = await sendContactMessage({ ...values, website, elapsedMs });
    // Rendered at once: the button was disabled meanwhile and has lost the focus, which is given back to it below.
    flushSync(() => dispatch({ type: 'answered', ok }));
    if (document.activeElement === document.body) form.current?.querySelector('button')?.focus();
  };

  // Not reset(): that would bring back what the server had filled in.
  const clear = () => {
    for (const name of Object.keys(blank)) setFieldValue(form.current, name, '');
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values: ContactFormValues = {
      name: fieldValue(form.current, 'name'),
      email: fieldValue(form.current, 'email'),
      subject: fieldValue(form.current, 'subject'),
      message: fieldValue(form.current, 'message'),
    };
    const lacking = missingFields(values);
    setMissing(lacking);
    setFirst(false);
    setOutcome(null);
    const first = lacking[0] && fieldNamed(form.current, lacking[0]);
    if (first) first.focus();
    // The browser itself refuses what is no e-mail address, in the reader's language, before anything is sent.
    else if (!fieldNamed(form.current, 'email')?.reportValidity()) return;
    dispatch({ type: 'submit', values });
  };

  const onInput = (name: string) => {
    const lacking = missing.filter((other) => other !== name);
    setMissing(lacking);
    if (lacking.length > 0) return;
    // What was said of it is true no more.
    if (outcome === 'missing') setOutcome(null);
    if (answered?.outcome === 'missing') setFirst(false);
  };

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
      {/* For programs that fill in every field; people neither see it nor come to it with the keyboard. */}
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label htmlFor="contact-website">Website</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button
          type="submit"
          disabled={phase === 'sending'}
          className="button disabled:cursor-progress disabled:opacity-60"
        >
          {phase === 'sending' ? 'Sending...' : 'Send Message'}
        </button>
        <p className="text-sm text-muted">We answer within 1-2 business days.</p>
      </div>
      {outcome && (
        <p className={`border-l-4 bg-sunken px-5 py-4 ${outcome === 'sent' ? 'border-success' : 'border-danger'}`}>
          {contactAnswers[outcome]}
        </p>
      )}
    </form>
  );
}

function fieldNamed(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

function fieldValue(form: HTMLFormElement | null, name: string): string {
  return fieldNamed(form, name)?.value ?? '';
}

function setFieldValue(form: HTMLFormElement | null, name: string, value: string): void {
  const field = fieldNamed(form, name);
  if (field) field.value = value;
}
