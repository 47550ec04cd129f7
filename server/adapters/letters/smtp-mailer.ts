import type { Mailer } from '../mailer.ts';
import { openSmtpSession, type SmtpPatience, type SmtpSession } from './smtp-session.ts';

/** Short times, because somebody waits at a form until the mail is accepted. */
const PATIENCE: SmtpPatience = { connect: 10_000, answer: 20_000, step: 60_000 };

/**
 * Creates a mailer that sends through the SMTP server of `SMTP_URL`, with a session for each mail. The sender is the
 * owner's `from`, so that no reader's address is forged.
 */
export function createSmtpMailer(smtpUrl: string, from: string, patience: SmtpPatience = PATIENCE): Mailer {
  const sessions = new Set<SmtpSession>();
  return {
    async send(mail) {
      const session = await openSmtpSession(smtpUrl, patience);
      sessions.add(session);
      try {
        await session.send({ from, ...mail }, () => undefined);
      } finally {
        sessions.delete(session);
        session.end();
      }
    },
    close() {
      for (const session of sessions) session.abort();
    },
  };
}
