import { type LetterSettings, type SenderField, senderFields } from '#shared/contract/letters/letter-settings.ts';

type SenderSettings = Pick<LetterSettings, SenderField>;

/** What is still to be set before a letter may go out: none goes out without who it is from and where they can be found. */
export function missingOf(settings: SenderSettings): SenderField[] {
  return senderFields.filter((name) => settings[name] === '');
}

/**
 * Whom mail to readers is from: the sender's name with `MAIL_FROM`, the address the mail server is allowed to send for,
 * or with the reply address where none is configured.
 */
export function senderOf(settings: SenderSettings, mailFrom: string | undefined): { name: string; address: string } {
  return { name: settings.senderName, address: mailFrom ?? settings.replyTo };
}
