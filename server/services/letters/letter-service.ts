import type { LetterCarrier } from '#server/adapters/letters/letter-carrier.ts';
import { isoTime } from '#server/db/live.ts';
import { type Executor, inTransaction } from '#server/db/transaction.ts';
import { findOwner } from '#server/repositories/admin-users.ts';
import { countFollowers } from '#server/repositories/letters/audience.ts';
import { findDigestState } from '#server/repositories/letters/digest-state.ts';
import { filingsOf, giveBackPosts } from '#server/repositories/letters/letter-posts.ts';
import { endLetter, findLetter, insertLetter, listLetters, setPaused } from '#server/repositories/letters/letters.ts';
import { countWaiting, troublesOf } from '#server/repositories/letters/recipients.ts';
import type { Page, Paging } from '#server/repositories/paging.ts';
import type {
  Letter,
  LetterAction,
  LetterAudience,
  LetterPreview,
  LettersState,
  LetterTrouble,
} from '#shared/contract/letters/letters.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { fillLetter, type LetterContent } from './compose/letter-content.ts';
import type { Digest } from './digest.ts';
import type { LetterComposer } from './letter-composer.ts';
import { missingOf } from './sender.ts';
import { type LetterOffice, testMail } from './sending/letter-mail.ts';
import type { LetterQueue } from './sending/letter-queue.ts';

/** The largest number of troubles of one letter that are listed. */
const MOST_TROUBLES = 100;

/** The posts and the recipients of a letter that the owner makes by hand. */
export interface LetterDraft {
  postIds: readonly number[];
  audience: LetterAudience;
}

export interface LetterService {
  list(paging: Paging): Promise<Page<Letter>>;
  state(): Promise<LettersState>;
  /** Throws AppError `post_not_found` when readers see none of the posts. */
  preview(draft: LetterDraft): Promise<LetterPreview>;
  /** Sends the letter to the owner. Throws as `preview` does, and AppError `letters_not_ready`, `mail_refused`. */
  test(draft: LetterDraft): Promise<void>;
  /**
   * Queues the letter for sending; the same key again gives the same letter. Throws as `preview` does, and AppError
   * `letters_not_ready`.
   */
  create(draft: LetterDraft & { key: string }): Promise<Letter>;
  /** Throws AppError `not_found`. */
  change(id: number, action: LetterAction): Promise<Letter>;
  /** Throws AppError `not_found`. */
  troubles(id: number): Promise<LetterTrouble[]>;
}

interface LetterServiceOptions {
  db: Executor;
  clock: Clock;
  composer: LetterComposer;
  office: () => Promise<LetterOffice>;
  digest: Digest;
  /** Absent when no mail server is set. */
  mail: { openCarrier: () => LetterCarrier; queue: LetterQueue } | undefined;
}

export function createLetterService(options: LetterServiceOptions): LetterService {
  const { db, clock, composer, office, mail } = options;
  const compose = async ({ postIds }: LetterDraft): Promise<LetterContent> => {
    const content = await composer.compose(postIds.length === 1 ? 'post' : 'posts', postIds);
    if (!content) throw new AppError('post_not_found');
    return content;
  };
  const ready = async () => {
    const current = await office();
    if (!mail || missingOf(current.settings).length > 0) throw new AppError('letters_not_ready');
    return { mail, office: current };
  };
  const get = async (by: { id: number } | { key: string }): Promise<Letter> => {
    const letter = await findLetter(db, by);
    if (!letter) throw new AppError('not_found');
    return letter;
  };
  return {
    list: (paging) => listLetters(db, paging),
    state: () => stateOf(options),
    async preview(draft) {
      const content = await compose(draft);
      const { siteName, siteUrl } = await office();
      const address = `${siteUrl}/`;
      const reader = { topic: siteName, preferences: address, unsubscribe: address, postIds: null };
      const { html, text } = fillLetter(content, reader);
      const filings = await filingsOf(db, draft.postIds);
      const recipients = await countFollowers(db, draft.audience, [...filings.values()]);
      return { subject: content.subject, html, text, bytes: Buffer.byteLength(html), isCut: content.isCut, recipients };
    },
    async test(draft) {
      const current = await ready();
      const content = await compose(draft);
      // The same way as for other letters, but with a connection separate from the one that is sending them.
      const carrier = current.mail.openCarrier();
      const delivery = await carrier.deliver(testMail(content, await ownerEmail(db), current.office));
      carrier.rest();
      if (delivery.kind === 'taken') return;
      throw new AppError('mail_refused', { message: `The mail server did not take the letter: ${delivery.answer}` });
    },
    async create({ key: given, ...draft }) {
      const { mail: sending } = await ready();
      const { subject } = await compose(draft);
      const key = `hand:${given}`;
      const kind = draft.postIds.length === 1 ? 'post' : 'posts';
      await insertLetter(db, { ...draft, key, kind, isByHand: true, subject, startsAt: clock.now() }, clock.now());
      sending.queue.wake();
      return get({ key });
    },
    async change(id, action) {
      const letter = await get({ id });
      if (letter.endedAt !== null) return letter;
      await inTransaction(db, async (trx) => {
        if (action !== 'cancel') return setPaused(trx, [id], action === 'pause' ? null : false);
        // Nobody has received the letter yet: a digest may still announce the posts.
        if (letter.recipients === 0) await giveBackPosts(trx, id);
        await endLetter(trx, id, { state: 'cancelled', reason: null, now: clock.now() });
      });
      if (action === 'resume') mail?.queue.tryNow();
      return get({ id });
    },
    async troubles(id) {
      await get({ id });
      return troublesOf(db, id, MOST_TROUBLES);
    },
  };
}

/** What keeps letters from being sent, how many are waiting, and when the next digest is sent. */
async function stateOf({ db, office, digest, mail }: LetterServiceOptions): ReturnType<LetterService['state']> {
  const { settings } = await office();
  const missing = missingOf(settings);
  const rest = mail?.queue.rest() ?? null;
  const isDigestOn = settings.hasDigest && mail !== undefined && missing.length === 0;
  const next = isDigestOn ? await findDigestState(db) : null;
  return {
    hasMailServer: mail !== undefined,
    missing,
    subscribers: await countFollowers(db, { kind: 'all' }, []),
    waiting: await countWaiting(db),
    rest: rest && { reason: rest.reason, until: isoTime(rest.until) },
    nextDigestAt: next && isoTime(next.nextAt),
    nextDigestPosts: (await digest.posts()).length,
    ownerEmail: await ownerEmail(db),
  };
}

async function ownerEmail(db: Executor): Promise<string> {
  return (await findOwner(db))?.email ?? '';
}
