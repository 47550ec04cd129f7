import type { Mailer } from '#server/adapters/mailer.ts';
import { type AuditActor, actorOfChange } from '#server/repositories/history/audit.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** The words of the mail for each change of the way to sign in. */
const changes = {
  email: 'The e-mail address of the account was changed. This mail goes to the one it had before.',
  password: 'The password was changed.',
  totp_added: 'An authenticator app was set up.',
  totp_removed: 'The authenticator app was taken off.',
  passkey_added: 'A passkey was added.',
  passkey_removed: 'A passkey was removed.',
  recovery_codes: 'New recovery codes were made. Those from before are not good any more.',
} as const;

export type AccountChange = keyof typeof changes;

/** Mails to the owner about changes of the way to sign in (docs/rules.md, "Told by mail"). */
export interface AccountNotices {
  /**
   * Notifies an address, if a mail server is set; the mail is sent in the background. The person who made the change is
   * the one who sent the current request, unless `by` says otherwise.
   */
  tell(to: string, what: readonly AccountChange[], by?: AuditActor): void;
  /** Resolves when no mail is being sent any more. */
  settled(): Promise<void>;
}

interface NoticeOptions {
  clock: Clock;
  /** Absent when no mail server is set. */
  mail?: { mailer: Mailer; replyTo: () => Promise<string> } | undefined;
  site: { url: string; name: () => Promise<string> };
  onError: (error: unknown) => void;
}

export function createAccountNotices({ clock, mail, site, onError }: NoticeOptions): AccountNotices {
  const underWay = new Set<Promise<void>>();
  return {
    tell(to, what, by = actorOfChange()) {
      if (!mail || what.length === 0) return;
      const at = new Date(clock.now()).toISOString();
      const send = async () => {
        const name = await site.name();
        const text = noticeText({ what, by, at, siteName: name, siteUrl: site.url });
        await mail.mailer.send({
          to,
          replyTo: await mail.replyTo(),
          subject: `Your account at ${name} was changed`,
          text,
          isAutomatic: true,
        });
      };
      const sending = send()
        .catch(onError)
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

interface NoticeWords {
  what: readonly AccountChange[];
  by: AuditActor;
  /** ISO 8601, UTC. */
  at: string;
  siteName: string;
  siteUrl: string;
}

function noticeText({ what, by, at, siteName, siteUrl }: NoticeWords): string {
  const when = `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
  const where = [by.device, by.network && `the network ${by.network}`].filter(Boolean).join(', from ');
  return `${what.map((change) => changes[change]).join('\n')}

Site: ${siteName}, ${siteUrl}
When: ${when}
Who:  ${where || 'not known'}

If it was you, there is nothing to do.

If it was not you, somebody else is signed in. Set a new password at once, which signs every device out: with “Forgot your
password?” at ${siteUrl}/admin/login while this is the address of the account, or with npm run
admin:reset-password on the server. Then look through the Log, in History, for what else was done.
`;
}
