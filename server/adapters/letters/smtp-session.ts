import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import { type Mail, mailOptions, needsTls, READS_NOTHING } from '../mailer.ts';

/** The times, in milliseconds, that the mail server may take. */
export interface SmtpPatience {
  /** The time to be reached and to greet. */
  connect: number;
  /** The time between two signs of life. */
  answer: number;
  /** The whole time of one step, such as a letter: a server that says a little again and again gets no more time. */
  step: number;
}

/** A session with the mail server: one connection, one mail after the other. */
export interface SmtpSession {
  /** False once the connection has ended, whichever side ended it. */
  isOpen(): boolean;
  /** Sends a mail. Rejects with nodemailer's error. `onText` is called when the server begins to take the text. */
  send(mail: Mail, onText: () => void): Promise<void>;
  /** Tells the server to forget a refused mail, so that the session can continue. */
  reset(): Promise<void>;
  /** Ends the session politely (QUIT). */
  end(): void;
  /** Ends the session at once; a pending step rejects. */
  abort(): void;
}

/**
 * Opens a session with the server of `SMTP_URL`. Letters contain readers' addresses and links that change
 * subscriptions: they are sent over TLS, except to a server on this machine, or when the address itself says otherwise
 * (`?requireTLS=false`). Rejects with nodemailer's error.
 */
export async function openSmtpSession(smtpUrl: string, patience: SmtpPatience): Promise<SmtpSession> {
  const { auth, ...address } = parseConnectionUrl(smtpUrl);
  const connection = new SmtpConnection({
    requireTLS: needsTls(smtpUrl),
    ...address,
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    dnsTimeout: patience.connect,
    socketTimeout: patience.answer,
    socketCloseTimeout: 1000,
  });
  let isOpen = false;
  connection.once('end', () => {
    isOpen = false;
  });
  // A pending step reports its error through its own callback; without a listener, an error of an idle session would
  // end the process.
  connection.on('error', () => {
    isOpen = false;
  });
  let failStep: ((error: Error) => void) | null = null;
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => finishStep(error);
      const late = setTimeout(() => {
        isOpen = false;
        connection.close();
        fail(new Error('The mail server takes too long'));
      }, patience.step);
      const finishStep = (error?: Error | null) => {
        clearTimeout(late);
        connection.off('error', fail);
        failStep = null;
        if (error) reject(error);
        else resolve();
      };
      connection.once('error', fail);
      failStep = fail;
      run(finishStep);
    });
  try {
    await step((done) => connection.connect(done));
    isOpen = true;
    if (auth && (connection.allowsAuth || !address.host)) {
      const { user, pass } = auth;
      await step((done) => connection.login({ user, pass, credentials: { user, pass } }, done));
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    isOpen: () => isOpen,
    async send(mail, onText) {
      const message = new MailComposer({ ...mailOptions(mail), ...READS_NOTHING }).compile();
      const envelope = message.getEnvelope();
      const bytes = await message.build();
      const text = new Readable({
        read() {
          onText();
          this.push(bytes);
          this.push(null);
        },
      });
      await step((done) => connection.send({ ...envelope, size: bytes.length }, text, (error) => done(error)));
    },
    reset: () => step((done) => connection.reset((error) => done(error))),
    end() {
      isOpen = false;
      connection.quit();
      // For a server that never answers QUIT.
      setTimeout(() => connection.close(), patience.answer).unref();
    },
    abort() {
      isOpen = false;
      connection.close();
      failStep?.(new Error('The server is stopping'));
    },
  };
}
