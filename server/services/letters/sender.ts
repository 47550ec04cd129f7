import { type LetterSettings, type SenderField, senderFields } from '#shared/contract/letters/letter-settings.ts';

type SenderSettings = Pick<LetterSettings, SenderField>;

/**
 * The settings that are still missing before a letter may be sent: every letter must name its sender and the sender's
 * postal address.
 */
export function missingOf(settings: SenderSettings): SenderField[] {
  return senderFields.filter((name) => settings[name] === '');
}

/**
 * The sender of mail to readers: the sender's name with `MAIL_FROM`, the address for which the mail server may send, or
 * with the reply address when `MAIL_FROM` is not configured.
 */
export function senderOf(settings: SenderSettings, mailFrom: string | undefined): { name: string; address: string } {
  return { name: settings.senderName, address: mailFrom ?? settings.replyTo };
}
