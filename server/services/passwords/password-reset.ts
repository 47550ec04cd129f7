import { createHash, randomBytes } from 'node:crypto';
import type { Mailer } from '#server/adapters/mailer.ts';
import type { Passwords } from '#server/adapters/passwords.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { changeCredentials } from '#server/repositories/accounts/credentials.ts';
import { findPasswordReset, insertPasswordReset } from '#server/repositories/accounts/password-resets.ts';
import { findAdminByEmail, findAdminById } from '#server/repositories/admin-users.ts';
import { type AuditActor, noteInAudit } from '#server/repositories/history/audit.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { resetAddress } from '#shared/kernel/reset-address.ts';
import { createSpanCounts } from '../minute-counts.ts';
import type { AccountNotices } from './account-notices.ts';
import type { PasswordRules } from './password-rules.ts';

const HOUR = 60 * 60 * 1000;
/** Milliseconds for which a link is valid. */
export const LINK_LIVES = 30 * 60 * 1000;
/** 256 bits, so that nobody can guess a secret. */
const SECRET_BYTES = 32;
/** The number of mails per hour to one account; more would help only somebody who wants to annoy its owner. */
const MAILS_AN_HOUR = 3;
/** The number of attempts per hour from one network: requests for links, and uses of them. */
const TRIES_AN_HOUR = 10;

/** A new password by mail, for an owner who has lost the old one (docs/rules.md, "Passwords"). */
export interface PasswordReset {
  /** Whether there is a mail server. */
  readonly isOpen: boolean;
  /**
   * Handles a report that the password of this address is lost. Neither the answer nor its timing reveals anything
   * about the address: the address is looked up after the answer. Throws AppError `mail_not_configured`,
   * `rate_limited`.
   */
  ask(email: string, by: AuditActor): void;
  /**
   * Sets the password with a link's secret, once; ends every session and every other link. Throws AppError
   * `reset_link_over`, `rate_limited`, `invalid_input` for a password that attackers try first: then the link stays
   * valid.
   */
  use(secret: string, password: string, by: AuditActor): Promise<void>;
  /** Resolves when no mail is being sent any more. */
  settled(): Promise<void>;
}

interface ResetMail {
  mailer: Mailer;
  /** The address for replies. */
  replyTo: () => Promise<string>;
}

interface ResetOptions {
  db: Executor;
  clock: Clock;
  passwords: Passwords;
  rules: PasswordRules;
  notices: Pick<AccountNotices, 'tell'>;
  /** Absent when no mail server is set. */
  mail?: ResetMail | undefined;
  site: { url: string; name: () => Promise<string> };
  onError: (error: unknown) => void;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

export function createPasswordReset(options: ResetOptions): PasswordReset {
  const { db, clock, passwords, rules, notices, mail, site, onError } = options;
  const underWay = new Set<Promise<void>>();
  const mailed = createSpanCounts(clock, HOUR);
  const tried = createSpanCounts(clock, HOUR);
  const count = ({ network = '' }: AuditActor) => {
    if (tried.add(network) > TRIES_AN_HOUR) throw new AppError('rate_limited');
  };

  const send = async ({ mailer, replyTo }: ResetMail, email: string, by: AuditActor) => {
    const account = await findAdminByEmail(db, email);
    if (!account || mailed.add(String(account.id)) > MAILS_AN_HOUR) return;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const now = clock.now();
    await atomically(db, async (trx) => {
      await insertPasswordReset(trx, { hash: hashOf(secret), adminId: account.id, now, endsAt: now + LINK_LIVES });
      await noteInAudit(trx, { event: 'reset_asked', by }, now);
    });
    const name = await site.name();
    // Sent to the stored address, never to the typed one: a different address may be equal to it for the database.
    const words = resetMail({ siteName: name, link: `${site.url}${resetAddress(secret)}` });
    await mailer.send({ to: account.email, replyTo: await replyTo(), ...words, isAutomatic: true });
  };

  return {
    isOpen: mail !== undefined,
    ask(email, by) {
      if (!mail) throw new AppError('mail_not_configured');
      count(by);
      const sending = send(mail, email, by)
        .catch(onError)
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async use(secret, password, by) {
      count(by);
      const find = async (ex: Executor) => {
        const adminId = await findPasswordReset(ex, hashOf(secret), clock.now());
        const account = adminId === null ? null : await findAdminById(ex, adminId);
        if (!account) throw new AppError('reset_link_over');
        return account;
      };
      await rules.check(password, { ...(await find(db)), siteName: await site.name() });
      const passwordHash = await passwords.hash(password);
      const to = await atomically(db, async (trx) => {
        // Looked up again: the same link may have been used while the password was hashed.
        const { id, email } = await find(trx);
        await changeCredentials(trx, id, { passwordHash }, { now: clock.now(), passwordEvent: 'reset_used', by });
        return email;
      });
      notices.tell(to, ['password'], by);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

function resetMail({ siteName, link }: { siteName: string; link: string }) {
  return {
    subject: `A new password for ${siteName}`,
    text: `Somebody has asked for a new password for the admin of ${siteName}. If it was you, choose it here, within 30
minutes:

${link}

The link works once, and signs out every device that is signed in. A second factor, where one is set up, is asked for
all the same.

If it was not you, do nothing: your password stays as it is. Whoever asked does not see this mail.
`,
  };
}
