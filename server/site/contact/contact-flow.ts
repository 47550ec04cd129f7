import type { Toast } from '#shared/ui/toast-message.ts';
import type { ContactFormValues } from '../page-data.ts';

/** The state of the form while the page is open. */
export type ContactPhase = 'idle' | 'sending' | 'success' | 'failure';

export type ContactEvent = { type: 'submit'; values: ContactFormValues } | { type: 'answered'; ok: boolean };

/** An effect of a transition; `toast` names one of `contactToasts`. */
type ContactEffect =
  | { type: 'send'; values: ContactFormValues }
  | { type: 'clear' }
  | { type: 'toast'; toast: keyof typeof contactToasts }
  | { type: 'track'; success: boolean };

/** The texts are fixed: docs/rules.md, "Contact form". */
export const contactToasts = {
  sent: {
    title: 'Message Sent!',
    description: "Thank you for reaching out. We'll get back to you within 1-2 business days.",
  },
  failed: {
    title: 'Error',
    description: 'Failed to send message. Please try again or email us directly.',
    variant: 'destructive',
  },
  missing: {
    title: 'Missing Information',
    description: 'Please fill in your name, email, and message.',
    variant: 'destructive',
  },
} as const satisfies Record<string, Toast>;

/** The texts that stay beside the form after the toast has disappeared. */
export const contactAnswers = {
  sent: 'Your message was sent. You need not do anything else.',
  failed: 'Your message was not sent. What you have written is still here.',
  missing: 'Your message was not sent: something is still missing.',
} as const satisfies Record<keyof typeof contactToasts, string>;

/** The texts beside a required field that is blank. */
export const missingTexts = {
  name: 'Please enter your name.',
  email: 'Please enter your email address.',
  message: 'Please enter a message.',
} as const;

/** The fields that must hold more than white space, in the order of the form. */
const requiredFields = ['name', 'email', 'message'] as const satisfies (keyof ContactFormValues)[];

/** Returns the required fields that hold nothing but white space, in the order of the form. */
export function missingFields(values: ContactFormValues): (typeof requiredFields)[number][] {
  return requiredFields.filter((field) => values[field].trim() === '');
}

/** Returns the next state and the effects of an event. While one message is being sent, a second is not sent. */
export function contactTransition(
  phase: ContactPhase,
  event: ContactEvent,
): { phase: ContactPhase; effects: ContactEffect[] } {
  if (event.type === 'submit') {
    if (phase === 'sending') return { phase, effects: [] };
    if (missingFields(event.values).length > 0) return { phase, effects: [{ type: 'toast', toast: 'missing' }] };
    return { phase: 'sending', effects: [{ type: 'send', values: event.values }] };
  }
  if (phase !== 'sending') return { phase, effects: [] };
  return event.ok
    ? {
        phase: 'success',
        effects: [{ type: 'clear' }, { type: 'toast', toast: 'sent' }, { type: 'track', success: true }],
      }
    : {
        phase: 'failure',
        effects: [
          { type: 'toast', toast: 'failed' },
          { type: 'track', success: false },
        ],
      };
}
