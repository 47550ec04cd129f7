import type { Mailer } from '#server/adapters/mailer.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
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
   * `delivered`: a reader instance took it, at a time in milliseconds since 1970; `isFirst` is asked in the transaction
   * that stores it, and where it is not the first time nothing is done.
   */
  receive(
    message: ContactMessageInput,
    delivered?: { at: number; isFirst: (trx: Executor) => Promise<boolean> },
  ): Promise<void>;
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
