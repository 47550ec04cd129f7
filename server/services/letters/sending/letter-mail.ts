import { createHash } from 'node:crypto';
import type { Mail } from '#server/adapters/mailer.ts';
import type { Recipient } from '#server/repositories/letters/recipients.ts';
import type { LetterSettings } from '#shared/contract/letters/letter-settings.ts';
import { subscriptionPath, unsubscribePath } from '#shared/kernel/subscription-address.ts';
import { fillLetter, type LetterContent } from '../compose/letter-content.ts';
import { senderOf } from '../sender.ts';

/** The data that all letters of a site share. */
export interface LetterOffice {
  siteName: string;
  siteUrl: string;
  /** The server's own address, at which recipients change what they follow. */
  writerUrl: string;
  mailFrom: string | undefined;
  settings: LetterSettings;
}

/**
 * A letter as one recipient receives it. Its Message-ID is the same each time it is sent to that recipient, so that a
 * mail program can discard the second copy when the answer to the first was lost.
 */
export function letterMail(content: LetterContent, recipient: Recipient, office: LetterOffice): Mail {
  const { siteName, siteUrl, writerUrl, settings } = office;
  const { topic, linkKey, postIds } = recipient;
  const host = new URL(siteUrl).hostname;
  const unsubscribe = writerUrl + unsubscribePath(linkKey);
  const name = createHash('sha256').update(`${recipient.letterId}:${linkKey}`).digest('hex').slice(0, 32);
  return {
    to: recipient.email,
    replyTo: settings.replyTo,
    from: senderOf(settings, office.mailFrom),
    subject: content.subject,
    ...fillLetter(content, {
      topic: topic === '' ? siteName : `${topic} on ${siteName}`,
      preferences: writerUrl + subscriptionPath(linkKey),
      unsubscribe,
      postIds,
    }),
    messageId: `<${name}@${host}>`,
    list: { id: `letters.${host}`, unsubscribe },
    isAutomatic: true,
  };
}

/**
 * The same letter for the owner, before it is sent to anybody: its links lead to the site, and it belongs to no mailing
 * list.
 */
export function testMail(content: LetterContent, to: string, office: LetterOffice): Mail {
  const { siteName, siteUrl, settings } = office;
  const address = `${siteUrl}/`;
  return {
    to,
    replyTo: settings.replyTo,
    from: senderOf(settings, office.mailFrom),
    subject: `[Test] ${content.subject}`,
    ...fillLetter(content, { topic: siteName, preferences: address, unsubscribe: address, postIds: null }),
  };
}
