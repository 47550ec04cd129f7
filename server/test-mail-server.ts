import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server received it. */
export interface ReceivedMail {
  from: string;
  to: string;
  /** The header fields as received, unfolded. */
  head: string[];
  /** The text after the head; its parts are decoded from quoted-printable. */
  body: string;
}

/** The server's answer in the place of acceptance; `code` is an SMTP code. */
export interface Refusal {
  code: number;
  message: string;
}

/** For tests: a real SMTP server on this machine that stores the mails it receives, and answers as it is told. */
export interface TestMailServer {
  /** The value for `SMTP_URL`. */
  url: string;
  mails: ReceivedMail[];
  /** Refuses a recipient, or a received text; null accepts. */
  onRecipient: (address: string) => Refusal | null;
  onText: (to: string) => Refusal | null | Promise<Refusal | null>;
  /** Ends every connection, whatever it is doing. */
  cut(): void;
  close(): Promise<void>;
}

/** Returns the values of a mail's header fields of one name; empty when there is none. */
export function fieldsOf(mail: ReceivedMail | undefined, name: string): string[] {
  const start = `${name.toLowerCase()}: `;
  return (mail?.head ?? [])
    .filter((line) => line.toLowerCase().startsWith(start))
    .map((line) => line.slice(start.length));
}

/** Decodes quoted-printable (RFC 2045). */
function readable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const refusalOf = ({ code, message }: Refusal) => Object.assign(new Error(message), { responseCode: code });

export async function startTestMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    ...options,
    onRcptTo({ address }, _session, callback) {
      const refusal = server.onRecipient(address);
      callback(refusal && refusalOf(refusal));
    },
    async onData(stream, session, callback) {
      // A client that disconnects before the end has sent nothing.
      const whole = await text(stream).catch(() => null);
      if (whole === null) return;
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo[0]?.address ?? '';
      const refusal = await server.onText(to);
      if (refusal) return callback(refusalOf(refusal));
      const [head = '', body = ''] = whole.split(/\r\n\r\n([\s\S]*)/);
      server.mails.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to,
        head: head.replace(/\r\n[ \t]+/g, ' ').split('\r\n'),
        body: readable(body),
      });
      callback();
    },
  });
  // Some tests are about clients that disconnect in the middle.
  smtp.on('error', () => {});
  const server: TestMailServer = {
    url: '',
    mails: [],
    onRecipient: () => null,
    onText: () => null,
    cut() {
      for (const connection of smtp.connections) connection.close();
    },
    async close() {
      server.cut();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  server.url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  return server;
}
