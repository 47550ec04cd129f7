import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContactPhase, contactToasts, contactTransition, missingFields } from './contact-flow.ts';

const values = { name: 'Ada', email: 'ada@example.org', subject: '', message: 'Hello' };
const phases: ContactPhase[] = ['idle', 'sending', 'success', 'failure'];

describe('the contact form', () => {
  it('sends what has a name, an email and a message; the subject may be blank', () => {
    expect(contactTransition('idle', { type: 'submit', values })).toEqual({
      phase: 'sending',
      effects: [{ type: 'send', values }],
    });
  });

  it.each(['name', 'email', 'message'] as const)('says what is missing and sends nothing when %s is blank', (field) => {
    const submit = { type: 'submit', values: { ...values, [field]: ' \n\t' } } as const;
    expect(contactTransition('idle', submit)).toEqual({
      phase: 'idle',
      effects: [{ type: 'toast', toast: 'missing' }],
    });
    expect(missingFields(submit.values)).toEqual([field]);
  });

  it('does not send a second message while one is on its way', () => {
    expect(contactTransition('sending', { type: 'submit', values })).toEqual({ phase: 'sending', effects: [] });
  });

  it('is cleared, thanks and tells analytics when the message has arrived', () => {
    expect(contactTransition('sending', { type: 'answered', ok: true })).toEqual({
      phase: 'success',
      effects: [{ type: 'clear' }, { type: 'toast', toast: 'sent' }, { type: 'track', success: true }],
    });
  });

  it('keeps its text, says so and tells analytics when the message did not arrive', () => {
    expect(contactTransition('sending', { type: 'answered', ok: false })).toEqual({
      phase: 'failure',
      effects: [
        { type: 'toast', toast: 'failed' },
        { type: 'track', success: false },
      ],
    });
  });

  it('can be sent again after success and after failure', () => {
    for (const phase of ['success', 'failure'] as const) {
      expect(contactTransition(phase, { type: 'submit', values }).phase).toBe('sending');
    }
  });

  it('never sends from any state what lacks a required field, and never clears what was not sent', () => {
    const text = fc.constantFrom('', ' ', 'x');
    fc.assert(
      fc.property(fc.constantFrom(...phases), text, text, text, (phase, name, email, message) => {
        const { effects } = contactTransition(phase, { type: 'submit', values: { name, email, subject: '', message } });
        const isComplete = [name, email, message].every((value) => value.trim() !== '');
        if (!isComplete) expect(effects.some(({ type }) => type === 'send')).toBe(false);
        expect(effects.some(({ type }) => type === 'clear')).toBe(false);
      }),
      { seed: 20250719 },
    );
  });

  it('says fixed words', () => {
    expect(contactToasts).toEqual({
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
    });
  });
});
