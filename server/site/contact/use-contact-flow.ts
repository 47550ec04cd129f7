import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { track } from '../browser/enhancer/analytics.ts';
import { sendContactMessage } from '../browser/send-contact-message.ts';
import { showToast } from '../browser/toast/show-toast.ts';
import type { ContactFormValues } from '../page-data.ts';
import { useArrival } from '../router.tsx';
import {
  type ContactEvent,
  type ContactPhase,
  type contactAnswers,
  contactToasts,
  contactTransition,
} from './contact-flow.ts';
import { clearFields, fieldValue } from './form-fields.ts';

/** The outcome of sending a message. */
export type Outcome = keyof typeof contactAnswers;

/** Sends the values of a form, and carries out the effects; `onOutcome` receives the outcome. */
export function useContactFlow(form: RefObject<HTMLFormElement | null>, onOutcome: (outcome: Outcome) => void) {
  const openedAt = useRef(0);
  const isOpened = useArrival() === 'pop';
  const phaseNow = useRef<ContactPhase>('idle');
  const [phase, setPhase] = useState<ContactPhase>('idle');

  useEffect(() => {
    // On a page that was opened as a document, the form was shown before React ran.
    if (!isOpened) openedAt.current = performance.now();
    // From here on this code reports missing fields itself. The form is changed directly, not through React, so that a
    // press repeated right now already meets the change.
    if (form.current) form.current.noValidate = true;
  }, [form, isOpened]);

  const dispatch = (event: ContactEvent) => {
    const { phase: next, effects } = contactTransition(phaseNow.current, event);
    phaseNow.current = next;
    setPhase(next);
    for (const effect of effects) {
      if (effect.type === 'send') send(effect.values);
      else if (effect.type === 'clear') clearFields(form.current);
      else if (effect.type === 'toast') {
        showToast(contactToasts[effect.toast]);
        onOutcome(effect.toast);
      } else track('contact_form_submit', { success: effect.success });
    }
  };
  const send = async (values: ContactFormValues) => {
    const website = fieldValue(form.current, 'website');
    const elapsedMs = Math.round(performance.now() - openedAt.current);
    const ok = await sendContactMessage({ ...values, website, elapsedMs });
    // Rendered at once: the button was disabled during the sending and has lost the focus, which is given back to it
    // below.
    flushSync(() => dispatch({ type: 'answered', ok }));
    if (document.activeElement === document.body) form.current?.querySelector('button')?.focus();
  };
  return {
    isSending: phase === 'sending',
    submit: (values: ContactFormValues) => dispatch({ type: 'submit', values }),
  };
}
