import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server was given it. */
export interface ReceivedMail {
  from: string;
  to: string;
  /** Header fields as they came, unfolded. */
  head: string[];
  /** Behind the head, in words: its parts are no longer quoted-printable. */
  body: string;
}

/** What the server says in the place of yes; `code` as SMTP has it. */
export interface Refusal {
  code: number;
  message: string;
}

/** For tests: a real SMTP server on this machine that keeps what it is given, and says what it is told to. */
export interface TestMailServer {
  /** For `SMTP_URL`. */
  url: string;
  mails: ReceivedMail[];
  /** Says no to a recipient, or to a text it was given; null for yes. */
  onRecipient: (address: string) => Refusal | null;
  onText: (to: string) => Refusal | null | Promise<Refusal | null>;
  /** Ends every connection, however far it is. */
  cut(): void;
  close(): Promise<void>;
}

/** The value of a header field of a mail, or of several of one name; nothing for one that is not there. */
export function fieldsOf(mail: ReceivedMail | undefined, name: string): string[] {
  const start = `${name.toLowerCase()}: `;
  return (mail?.head ?? [])
    .filter((line) => line.toLowerCase().startsWith(start))
    .map((line) => line.slice(start.length));
}

/** Quoted-printable (RFC 2045) as the text it stands for. */
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
      // A client that goes away before the end has sent nothing.
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
  // A client that goes away in the middle is what some tests are about.
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
