import type { SendMailOptions } from 'nodemailer';

/** One mail. Addresses and subject carry no line breaks: the contract refuses them. */
export interface Mail {
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  /** The same as HTML; a mail without it is plain text. */
  html?: string;
  /** Who it is from, or as the configuration has it; the mailer's own address when absent. */
  from?: { name: string; address: string } | string;
  /** With its angle brackets; a new one when absent. */
  messageId?: string;
  /** What mail to many says of itself. */
  list?: MailingList;
  /** Whether the program wrote it by itself: notices of absence do not answer such a mail (RFC 3834). */
  isAutomatic?: true;
}

export interface MailingList {
  /** What tells the list from others (RFC 2919): "letters.blog.example". */
  id: string;
  /** Where one `POST` ends the subscription of who gets this very mail (RFC 8058): an https address. */
  unsubscribe: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail; rejects with its answer, or after a minute at most for each step. */
  send(mail: Mail): Promise<void>;
  /** Ends at once, with what is under way. */
  close(): void;
}

/** No file and no address in a mail may be read by the mailer: its text is a stranger's. */
export const READS_NOTHING = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Names of this machine, to which nothing goes over a network. */
const HERE = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a mail server is to be reached by TLS alone; `?requireTLS=false` in its address says otherwise. */
export function needsTls(smtpUrl: string): boolean {
  return !HERE.test(new URL(smtpUrl).hostname);
}

/** A mail as nodemailer takes it. */
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

/** What would begin a header of its own, or disturb who reads the line, becomes a space: a title may hold anything. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
