import { createLetterCarrier } from '#server/adapters/letters/letter-carrier.ts';
import { createContactService } from '#server/services/contact.ts';
import { createContactMessageService } from '#server/services/contact-messages.ts';
import { createLetters } from '#server/services/letters/index.ts';
import { createInvitations } from '#server/services/subscribers/invitations.ts';
import { createSubscriberService } from '#server/services/subscribers/subscriber-service.ts';
import { createSubscriptionService } from '#server/services/subscribers/subscriptions.ts';
import type { SiteMail } from './create-mail.ts';
import type { RoomOptions } from './service-options.ts';

/**
 * Creates the services of the mail between the site and its readers: messages to the owner, letters, and subscribers.
 */
export function createCorrespondence(options: RoomOptions, { mailer, ownerAddress, siteName }: SiteMail) {
  const { config, clock, db, failed, timers } = options;
  const { SMTP_URL: smtpUrl } = config;
  const letters = createLetters({
    ...{ db, clock, timers, siteName, mailFrom: config.MAIL_FROM },
    ...{ siteUrl: config.SITE_URL, writerUrl: config.WRITER_URL },
    openCarrier: smtpUrl === undefined ? undefined : () => createLetterCarrier(smtpUrl),
    onError: failed('letters could not be gone on with; tried again'),
  });
  const sender = async () => {
    const { senderName, replyTo } = await letters.services.letterSettings.get();
    const name = senderName || (await siteName());
    const answers = replyTo || (await ownerAddress());
    return { replyTo: answers, from: { name, address: config.MAIL_FROM ?? answers } };
  };
  const invitations = createInvitations({
    ...{ db, clock },
    mail: mailer && { mailer, sender, site: async () => ({ name: await siteName(), url: config.WRITER_URL }) },
    onMailError: failed('a mail to somebody who subscribes could not be sent'),
  });
  return {
    services: {
      ...letters.services,
      contact: createContactService({
        ...{ db, clock, siteName },
        mail: mailer && { mailer, to: ownerAddress },
        onMailError: failed('a contact message is stored but could not be mailed'),
      }),
      contactMessages: createContactMessageService({ db }),
      invitations,
      subscriptions: createSubscriptionService({ db, clock }),
      subscribers: createSubscriberService({ db, clock, canMail: mailer !== undefined }),
    },
    work: { letters: letters.work, confirmations: invitations },
  };
}
