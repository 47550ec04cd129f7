import type { ContactMessage } from '#shared/contract/contact.ts';

/**
 * A `mailto:` address (RFC 6068) that answers a message: to its sender, `Re:` its subject, its text quoted. What a
 * stranger wrote is escaped whole, so that it can add neither a header nor a recipient.
 */
export function replyAddress({ name, email, subject, message }: ContactMessage): string {
  const to = encodeURIComponent(email).replace('%40', '@');
  const topic = `Re: ${subject || 'your message'}`;
  const quoted = message.replace(/^/gm, '> ');
  const body = `Hello ${name},\r\n\r\n\r\n\r\n${quoted.replace(/\r?\n/g, '\r\n')}`;
  // Long addresses are cut by mail programs, at worst in the middle of an escape.
  return `mailto:${to}?subject=${encodeURIComponent(topic)}&body=${encodeURIComponent(body.slice(0, 1500).toWellFormed())}`;
}
