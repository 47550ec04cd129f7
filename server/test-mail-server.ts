import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as a mail server got it. */
export interface ReceivedMail {
  /** Of the envelope. */
  from: string;
  to: string[];
  /** Header fields as they came, unfolded. */
  head: string[];
  body: string;
}

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  /** What has come, oldest first. */
  mails: ReceivedMail[];
  /** Refuses every mail with this text from now on; null takes them again. */
  refuse(reason: string | null): void;
  close(): Promise<void>;
}

/** A real mail server for tests, on a port of its own; it delivers nothing. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: string | null = null;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, session, callback) {
      const whole = await text(stream);
      if (refusal !== null) return callback(new Error(refusal));
      const [head = '', body = ''] = whole.split(/\r\n\r\n([\s\S]*)/);
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        head: head.replace(/\r\n[ \t]+/g, ' ').split('\r\n'),
        body: body.replace(/=\r\n/g, '').replace(/=3D/g, '='),
      });
      callback();
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse(reason) {
      refusal = reason;
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}

/** What a header field of a mail says; every time it is there. */
export function headerOf(mail: ReceivedMail | undefined, name: string): string[] {
  const begin = `${name.toLowerCase()}: `;
  return (mail?.head ?? [])
    .filter((line) => line.toLowerCase().startsWith(begin))
    .map((line) => line.slice(begin.length));
}
