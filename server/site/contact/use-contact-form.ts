import { type FormEvent, useRef, useState } from 'react';
import type { ContactFormState } from '../page-data.ts';
import { missingFields } from './contact-flow.ts';
import { fieldNamed, valuesIn } from './form-fields.ts';
import { type Outcome, useContactFlow } from './use-contact-flow.ts';

/** What a contact form says of itself: what is missing, and how it went. */
export function useContactForm(answered: ContactFormState | null) {
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<readonly string[]>(
    answered?.outcome === 'missing' ? missingFields(answered.values) : [],
  );
  // How it went last, from this page; what the server said before that is of an earlier try.
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
    // The browser itself refuses what is no e-mail address, in the reader's language, before anything is sent.
    else if (!fieldNamed(form.current, 'email')?.reportValidity()) return;
    submit(values);
  };

  const onInput = (name: string) => {
    const lacking = missing.filter((other) => other !== name);
    setMissing(lacking);
    if (lacking.length > 0) return;
    // What was said of it is true no more.
    if (outcome === 'missing') setOutcome(null);
    if (answered?.outcome === 'missing') setFirst(false);
  };
  return { form, missing, outcome, isFirst, isSending, onSubmit, onInput };
}
