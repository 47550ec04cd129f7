import type { ContactMessage } from '#shared/contract/contact.ts';

/**
 * Returns a `mailto:` address (RFC 6068) that answers a message: to its sender, with `Re:` before its subject, and its
 * text quoted. A stranger's words are escaped completely, so that they can add neither a header nor a recipient.
 */
export function replyAddress({ name, email, subject, message }: ContactMessage): string {
  const to = encodeURIComponent(email).replace('%40', '@');
  const topic = `Re: ${subject || 'your message'}`;
  const quoted = message.replace(/^/gm, '> ');
  const body = `Hello ${name},\r\n\r\n\r\n\r\n${quoted.replace(/\r?\n/g, '\r\n')}`;
  // Mail programs cut long addresses, at worst in the middle of an escape sequence.
  return `mailto:${to}?subject=${encodeURIComponent(topic)}&body=${encodeURIComponent(body.slice(0, 1500).toWellFormed())}`;
}
