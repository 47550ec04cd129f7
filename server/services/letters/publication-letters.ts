import { type Executor, inTransaction } from '#server/db/transaction.ts';
import { countFollowers, type Filing } from '#server/repositories/letters/audience.ts';
import { filingsOf, giveBackPosts, hasBeenLive, isHeld, setHeld } from '#server/repositories/letters/letter-posts.ts';
import { findLetterSettings } from '#server/repositories/letters/letter-settings.ts';
import { endLetter, findLetter } from '#server/repositories/letters/letters.ts';
import type { PublicationLetter } from '#shared/contract/letters/letters.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { missingOf } from './sender.ts';

/** A post with the current values of its form. */
interface PostInForm {
  /** 0 for a post that is not stored yet. */
  postId: number;
  categoryId?: number | undefined;
  authorId?: number | undefined;
}

/** The letter that publishing a post sends, and the owner's switch that prevents it. */
export interface PublicationLetters {
  of(post: PostInForm): Promise<PublicationLetter>;
  /** A letter that is waiting for its time is cancelled. Throws AppError `post_not_found`. */
  hold(postId: number, held: boolean): Promise<void>;
}

export function createPublicationLetters(options: {
  db: Executor;
  clock: Clock;
  hasMailServer: boolean;
}): PublicationLetters {
  const { db, clock, hasMailServer } = options;
  return {
    async of({ postId, categoryId, authorId }) {
      const settings = await findLetterSettings(db);
      const stored = (await filingsOf(db, [postId])).get(postId);
      const filing: Filing = {
        categoryId: categoryId ?? stored?.categoryId ?? 0,
        authorId: authorId || (stored?.authorId ?? 0),
        tagIds: stored?.tagIds ?? [],
      };
      const isOn = hasMailServer && settings.atPublication && missingOf(settings).length === 0;
      const canBeSent = isOn && !(await hasBeenLive(db, postId));
      const held = await isHeld(db, postId);
      const recipients = canBeSent ? await countFollowers(db, { kind: 'followers' }, [filing]) : 0;
      const { waitMinutes } = settings;
      return { willBeSent: canBeSent && !held && recipients > 0, isHeld: held, canBeSent, recipients, waitMinutes };
    },
    async hold(postId, held) {
      await inTransaction(db, async (trx) => {
        if (!(await filingsOf(trx, [postId])).has(postId)) throw new AppError('post_not_found');
        await setHeld(trx, postId, held);
        const letter = await findLetter(trx, { key: `post:${postId}` });
        if (!held || !letter || letter.endedAt !== null || letter.recipients > 0) return;
        await giveBackPosts(trx, letter.id);
        await endLetter(trx, letter.id, { state: 'cancelled', reason: null, now: clock.now() });
      });
    },
  };
}
