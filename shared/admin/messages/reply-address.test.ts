import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContactMessage } from '#shared/contract/contact.ts';
import { replyAddress } from './reply-address.ts';

const message: ContactMessage = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'Bread & butter',
  message: 'One.\nTwo.',
  read: false,
  suspect: false,
  createdAt: '2026-03-01T12:00:00.000Z',
};

describe('the address of a reply', () => {
  it('goes to the sender, names the subject and quotes the text', () => {
    const url = new URL(replyAddress(message));
    expect(url.pathname).toBe('ada@example.org');
    expect(url.searchParams.get('subject')).toBe('Re: Bread & butter');
    expect(url.searchParams.get('body')).toBe('Hello Ada,\r\n\r\n\r\n\r\n> One.\r\n> Two.');
  });

  it('has a subject also when the message had none', () => {
    expect(new URL(replyAddress({ ...message, subject: '' })).searchParams.get('subject')).toBe('Re: your message');
  });

  it('never takes a header or a recipient from what a stranger wrote', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, text, (name, subject, body) => {
        const url = new URL(replyAddress({ ...message, name, subject, message: body }));
        expect(url.pathname).toBe('ada@example.org');
        expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
      }),
      { seed: 5 },
    );
    const sneaky = { ...message, email: 'a@example.org?bcc=b@example.org' };
    expect([...new URL(replyAddress(sneaky)).searchParams.keys()]).toEqual(['subject', 'body']);
  });
});
