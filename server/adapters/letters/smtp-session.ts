import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import { type Mail, mailOptions, needsTls, READS_NOTHING } from '../mailer.ts';

/** Milliseconds the mail server may take. */
export interface SmtpPatience {
  /** To be reached and to greet. */
  connect: number;
  /** To say anything. */
  answer: number;
  /** For one step in all, such as a letter: one that says a little again and again is waited for no longer. */
  step: number;
}

/** A session with the mail server: one connection, one mail after the other. */
export interface SmtpSession {
  /** False once the connection has ended, whoever ended it. */
  isOpen(): boolean;
  /** Rejects with nodemailer's error. `onText` is called when the server has begun to take the text. */
  send(mail: Mail, onText: () => void): Promise<void>;
  /** Has the server forget a mail it has refused, so that the session can go on. */
  reset(): Promise<void>;
  /** Says goodbye. */
  end(): void;
  /** Ends it at once; what is under way rejects. */
  abort(): void;
}

/**
 * Opens a session with the server of `SMTP_URL`. Letters have readers' addresses and links with which subscriptions are
 * changed: they go over TLS, except for a server on this machine, or where the address itself says otherwise
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
  // What is under way is told by its own callback; without a listener an error of an idle session would end the process.
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
      // One that never answers it.
      setTimeout(() => connection.close(), patience.answer).unref();
    },
    abort() {
      isOpen = false;
      connection.close();
      failStep?.(new Error('The server is stopping'));
    },
  };
}
