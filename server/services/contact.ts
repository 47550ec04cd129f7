import type { Mailer } from '#server/adapters/mailer.ts';
import type { Executor } from '#server/db/transaction.ts';
import { insertContactMessage } from '#server/repositories/contact-messages.ts';
import type { sendContactMessage } from '#shared/contract/contact.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** Nobody reads, fills and sends the form faster than this; in milliseconds. */
const FASTEST_PERSON = 500;

type ContactMessageInput = BodyOf<typeof sendContactMessage>;

export interface ContactService {
  /**
   * Keeps a reader's message, and mails it when there is a mail server. What looks like a program's work is kept and
   * marked, not mailed: a wrong guess costs no message. Resolves when the message is stored; mail goes its own way.
   */
  receive(message: ContactMessageInput): Promise<void>;
  /** Resolves when no mail is under way any more. */
  settled(): Promise<void>;
}

interface ContactOptions {
  db: Executor;
  clock: Clock;
  /** Absent when no mail server is set. */
  mail?:
    | { mailer: Mailer /** Asked for each message: the owner may change it. */; to: () => Promise<string> }
    | undefined;
  siteName: () => Promise<string>;
  onMailError: (error: unknown) => void;
}

function isSuspect(message: ContactMessageInput): boolean {
  return Boolean(message.website) || (message.elapsedMs !== undefined && message.elapsedMs < FASTEST_PERSON);
}

export function createContactService({ db, clock, mail, siteName, onMailError }: ContactOptions): ContactService {
  const underWay = new Set<Promise<void>>();
  return {
    async receive(message) {
      const { name, email, subject } = message;
      const suspect = isSuspect(message);
      await insertContactMessage(db, { name, email, subject, message: message.message, suspect }, clock.now());
      if (!mail || suspect) return;
      const send = async () =>
        mail.mailer.send({
          to: await mail.to(),
          replyTo: email,
          subject: `[${await siteName()}] ${subject || `Message from ${name}`}`,
          text: `${message.message}\n\n${name} <${email}>`,
        });
      const sending = send()
        .catch(onMailError)
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
