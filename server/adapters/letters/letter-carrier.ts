import type { Mail } from '../mailer.ts';
import { openSmtpSession, type SmtpPatience, type SmtpSession } from './smtp-session.ts';

/** The outcome of a letter that was given to the mail server; `answer` is in the server's words. */
export type Delivery =
  | { kind: 'taken' }
  /** The letter can be tried again later. */
  | { kind: 'put-off'; answer: string }
  /** The letter is refused for good. `isBounce`: there is no such address. */
  | { kind: 'refused'; answer: string; isBounce: boolean }
  /**
   * Nothing can be sent at the moment. `isLost`: the server had the text, and it is not known whether it accepted the
   * letter.
   */
  | { kind: 'unreachable'; answer: string; isLost: boolean };

/** Delivers letters to the mail server, one at a time. */
export interface LetterCarrier {
  /** Delivers one letter. Never rejects. */
  deliver(mail: Mail): Promise<Delivery>;
  /** Ends the connection; the next letter opens another. */
  rest(): void;
  /** Ends the connection at once, together with a pending delivery. */
  abort(): void;
}

const PATIENCE: SmtpPatience = { connect: 10_000, answer: 60_000, step: 300_000 };
/** The largest number of letters in one session: servers end long sessions. */
const MOST_IN_SESSION = 100;

/** Creates a carrier that sends letters through the SMTP server of `SMTP_URL`, over one connection. */
export function createLetterCarrier(smtpUrl: string, patience: SmtpPatience = PATIENCE): LetterCarrier {
  let session: SmtpSession | null = null;
  let count = 0;
  const rest = () => {
    if (session?.isOpen()) session.end();
    session = null;
  };
  const open = async () => {
    if (session && (!session.isOpen() || count >= MOST_IN_SESSION)) rest();
    if (session) return { session, isFresh: false };
    session = await openSmtpSession(smtpUrl, patience);
    count = 0;
    return { session, isFresh: true };
  };
  const attempt = async (mail: Mail): Promise<Delivery> => {
    let hasText = false;
    let isFresh = true;
    try {
      const opened = await open();
      isFresh = opened.isFresh;
      count += 1;
      await opened.session.send(mail, () => {
        hasText = true;
      });
      return { kind: 'taken' };
    } catch (error) {
      const delivery = readFailure(error, hasText);
      if (delivery.kind === 'unreachable') {
        rest();
        // A server may end a session that was silent for a while.
        if (!isFresh && !hasText) return attempt(mail);
        return delivery;
      }
      await session?.reset().catch(rest);
      return delivery;
    }
  };
  return {
    deliver: attempt,
    rest,
    abort() {
      session?.abort();
      session = null;
    },
  };
}

/** The fields of a failure that nodemailer reports. */
interface SmtpFault {
  code?: unknown;
  command?: unknown;
  response?: unknown;
  responseCode?: unknown;
  message?: unknown;
}

/** "5.7.1": refused because of a rule of the server, or because of the sender. The address may well exist. */
const POLICY = /\b5\.7\.\d+/;
const LONGEST_ANSWER = 300;

/** Interprets an error of a session. `hasText`: the server had begun to take the text. */
export function readFailure(error: unknown, hasText: boolean): Delivery {
  const { code, command, response, responseCode, message } = Object(error) as SmtpFault;
  const answer = String(response || message || error)
    .replace(/\s+/g, ' ')
    .slice(0, LONGEST_ANSWER);
  const status = typeof responseCode === 'number' ? responseCode : null;
  if (command === 'API' && code === 'EENVELOPE') return { kind: 'refused', answer, isBounce: false };
  if (code === 'EMESSAGE' && status === null) return { kind: 'refused', answer, isBounce: false };
  const isAboutLetter = (command === 'RCPT TO' || command === 'DATA') && status !== null && status !== 421;
  if (!isAboutLetter) return { kind: 'unreachable', answer, isLost: hasText && status === null };
  if (status < 500) return { kind: 'put-off', answer };
  return { kind: 'refused', answer, isBounce: command === 'RCPT TO' && !POLICY.test(answer) };
}
