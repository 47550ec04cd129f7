import { type Executor, inTransaction } from '#server/db/transaction.ts';
import { followersAfter } from '#server/repositories/letters/audience.ts';
import { filingsOf, giveBackPosts } from '#server/repositories/letters/letter-posts.ts';
import { endLetter, type OpenLetter, prepareLetter, setPreparedTo } from '#server/repositories/letters/letters.ts';
import { addRecipients } from '#server/repositories/letters/recipients.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { LetterComposer } from '../letter-composer.ts';
import { recipientOf } from '../recipients-of.ts';

/** The number of followers that are handled in one transaction. */
const SLICE = 250;

const TAKEN_DOWN = 'What it tells of was taken down before it went out.';

interface PrepareOptions {
  db: Executor;
  clock: Clock;
  composer: LetterComposer;
}

/**
 * Advances a letter by one step towards its sending: first its content is fixed, then its recipients are stored, one
 * slice at a time. Each step can be repeated after a kill.
 */
export function createPreparing({ db, clock, composer }: PrepareOptions): (letter: OpenLetter) => Promise<void> {
  const write = async ({ id, kind, postIds }: OpenLetter) => {
    const content = await composer.compose(kind, postIds);
    await inTransaction(db, async (trx) => {
      if (content) return prepareLetter(trx, id, { subject: content.subject, content: JSON.stringify(content) });
      await giveBackPosts(trx, id);
      await endLetter(trx, id, { state: 'cancelled', reason: TAKEN_DOWN, now: clock.now() });
    });
  };
  const addSlice = (letter: OpenLetter) =>
    inTransaction(db, async (trx) => {
      const { id, audience, postIds, preparedTo: after } = letter;
      const filings = await filingsOf(trx, postIds);
      const followers = await followersAfter(trx, { audience, filings: [...filings.values()], after, limit: SLICE });
      const recipients = followers.map((follower) => recipientOf(follower, audience, filings));
      await addRecipients(trx, id, recipients, clock.now());
      await setPreparedTo(trx, id, followers.at(-1)?.id ?? after, followers.length < SLICE);
    });
  return (letter) => (letter.state === 'waiting' ? write(letter) : addSlice(letter));
}
