import { createTransport } from 'nodemailer';

/** A plain-text mail. Addresses and subject carry no line breaks: the contract refuses them. */
interface Mail {
  to: string;
  replyTo: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail; rejects with its answer. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Mail through the SMTP server of `SMTP_URL`; the sender is the receiver, so that no reader's address is forged. */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // The text is a stranger's: no file and no address in it may be read by the mailer.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail({ from, to: mail.to, replyTo: mail.replyTo, subject: mail.subject, text: mail.text });
    },
    close: () => transport.close(),
  };
}
