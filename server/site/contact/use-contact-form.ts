import { type FormEvent, useRef, useState } from 'react';
import type { ContactFormState } from '../page-data.ts';
import { missingFields } from './contact-flow.ts';
import { fieldNamed, valuesIn } from './form-fields.ts';
import { type Outcome, useContactFlow } from './use-contact-flow.ts';

/** The state of a contact form: the missing fields, and the outcome. */
export function useContactForm(answered: ContactFormState | null) {
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<readonly string[]>(
    answered?.outcome === 'missing' ? missingFields(answered.values) : [],
  );
  // The outcome of the last try on this page. The server's answer before that belongs to an earlier try.
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isFirst, setFirst] = useState(true);
  const { isSending, submit } = useContactFlow(form, setOutcome);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = valuesIn(form.current);
    const lacking = missingFields(values);
    setMissing(lacking);
    setFirst(false);
    setOutcome(null);
    const first = lacking[0] && fieldNamed(form.current, lacking[0]);
    if (first) first.focus();
    // The browser itself refuses an invalid e-mail address, in the reader's language, before anything is sent.
    else if (!fieldNamed(form.current, 'email')?.reportValidity()) return;
    submit(values);
  };

  const onInput = (name: string) => {
    const lacking = missing.filter((other) => other !== name);
    setMissing(lacking);
    if (lacking.length > 0) return;
    // The message that fields are missing is no longer true.
    if (outcome === 'missing') setOutcome(null);
    if (answered?.outcome === 'missing') setFirst(false);
  };
  return { form, missing, outcome, isFirst, isSending, onSubmit, onInput };
}
