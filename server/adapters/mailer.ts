import type { SendMailOptions } from 'nodemailer';

/** One mail. Addresses and subject contain no line breaks: the contract refuses them. */
export interface Mail {
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  /** The same text as HTML; a mail without it is plain text. */
  html?: string;
  /** The sender, as parts or as configured; the mailer's own address when absent. */
  from?: { name: string; address: string } | string;
  /** The id with its angle brackets; a new one when absent. */
  messageId?: string;
  /** The headers of a mail to many. */
  list?: MailingList;
  /** Whether the program wrote the mail by itself: absence notices do not answer such a mail (RFC 3834). */
  isAutomatic?: true;
}

export interface MailingList {
  /** The id that distinguishes the list from others (RFC 2919): "letters.blog.example". */
  id: string;
  /** The https address at which one `POST` ends the subscription of this mail's recipient (RFC 8058). */
  unsubscribe: string;
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail; rejects with its answer, or when a step takes more than a
   * minute.
   */
  send(mail: Mail): Promise<void>;
  /** Ends at once, together with pending mails. */
  close(): void;
}

/** The mailer may read no file and no address named in a mail: the text comes from a stranger. */
export const READS_NOTHING = { disableFileAccess: true, disableUrlAccess: true } as const;

/** The names of this machine: mail to it crosses no network. */
const HERE = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a mail server must be reached over TLS; `?requireTLS=false` in its address overrides that. */
export function needsTls(smtpUrl: string): boolean {
  return !HERE.test(new URL(smtpUrl).hostname);
}

/** Converts a mail to nodemailer's options. */
export function mailOptions({ from, html, messageId, list, isAutomatic, ...mail }: Mail): SendMailOptions {
  return {
    ...{ to: mail.to, replyTo: mail.replyTo, subject: oneLine(mail.subject), text: mail.text },
    ...(from && { from: typeof from === 'string' ? from : { name: oneLine(from.name), address: from.address } }),
    ...(html !== undefined && { html }),
    ...(messageId !== undefined && { messageId }),
    ...((list || isAutomatic) && { headers: headersOf(list, isAutomatic) }),
  };
}

function headersOf(list: MailingList | undefined, isAutomatic = false): Record<string, string> {
  return {
    ...(list && {
      'List-Id': `<${list.id}>`,
      'List-Unsubscribe': `<${list.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    ...(isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
  };
}

/**
 * Replaces characters that would begin another header, or confuse a reader of the line, by spaces: a title may contain
 * anything.
 */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
