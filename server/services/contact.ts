import type { Mailer } from '#server/adapters/mailer.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { insertContactMessage } from '#server/repositories/contact-messages.ts';
import type { sendContactMessage } from '#shared/contract/contact.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** The shortest time, in milliseconds, in which a person can read, fill in and send the form. */
const FASTEST_PERSON = 500;

type ContactMessageInput = BodyOf<typeof sendContactMessage>;

export interface ContactService {
  /**
   * Stores a reader's message, and mails it when there is a mail server. A message that looks like the work of a
   * program is stored and marked, but not mailed: a wrong guess loses no message. Resolves when the message is stored;
   * the mail is sent in the background. `delivered`: a reader instance received the message, at a time in milliseconds
   * since 1970; `isFirst` is called in the transaction that stores the message, and when it says that this is not the
   * first time, nothing is done.
   */
  receive(
    message: ContactMessageInput,
    delivered?: { at: number; isFirst: (trx: Executor) => Promise<boolean> },
  ): Promise<void>;
  /** Resolves when no mail is being sent any more. */
  settled(): Promise<void>;
}

interface ContactOptions {
  db: Executor;
  clock: Clock;
  /** Absent when no mail server is set. */
  mail?:
    | { mailer: Mailer /** Called for each message, because the owner may change it. */; to: () => Promise<string> }
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
    async receive(message, delivered) {
      const { name, email, subject } = message;
      const suspect = isSuspect(message);
      const isStored = await atomically(db, async (trx) => {
        if (delivered && !(await delivered.isFirst(trx))) return false;
        const fields = { name, email, subject, message: message.message, suspect };
        await insertContactMessage(trx, fields, delivered?.at ?? clock.now());
        return true;
      });
      if (!isStored || !mail || suspect) return;
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
