import type { Mail } from '../mailer.ts';
import { openSmtpSession, type SmtpPatience, type SmtpSession } from './smtp-session.ts';

/** What became of a letter that was given to the mail server; `answer` is in the server's words. */
export type Delivery =
  | { kind: 'taken' }
  /** It can be tried again later. */
  | { kind: 'put-off'; answer: string }
  /** For good. `isBounce`: there is no such address. */
  | { kind: 'refused'; answer: string; isBounce: boolean }
  /** Nothing can be sent just now. `isLost`: the server had the text, and what it made of it is not known. */
  | { kind: 'unreachable'; answer: string; isLost: boolean };

/** Brings letters to the mail server, one at a time. */
export interface LetterCarrier {
  /** Never rejects. */
  deliver(mail: Mail): Promise<Delivery>;
  /** Ends its connection; it opens another when there is more. */
  rest(): void;
  /** Ends at once, with what is under way. */
  abort(): void;
}

const PATIENCE: SmtpPatience = { connect: 10_000, answer: 60_000, step: 300_000 };
/** Letters in one session: servers end long ones. */
const MOST_IN_SESSION = 100;

/** Letters through the SMTP server of `SMTP_URL`, over one connection. */
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
        // A server may end a session in which nothing was said for a while.
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

/** What nodemailer tells of a failure. */
interface SmtpFault {
  code?: unknown;
  command?: unknown;
  response?: unknown;
  responseCode?: unknown;
  message?: unknown;
}

/** "5.7.1": refused for a rule of the server's, or for who sends. The address may well be there. */
const POLICY = /\b5\.7\.\d+/;
const LONGEST_ANSWER = 300;

/** Reads an error of a session. `hasText`: the server had begun to take the text. */
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
