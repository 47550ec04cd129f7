import type { Executor } from '#server/db/transaction.ts';
import type { LetterKind } from '#server/repositories/letters/letters.ts';
import { summariesByIds } from '#server/repositories/posts/post-rows.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { composeList, composePost } from './compose/compose-letter.ts';
import type { LetterContent } from './compose/letter-content.ts';
import type { LetterOffice } from './sending/letter-mail.ts';

interface LetterComposer {
  /** The current content of a letter with these posts; null when readers see none of the posts. */
  compose(kind: LetterKind, postIds: readonly number[]): Promise<LetterContent | null>;
}

interface ComposerOptions {
  db: Executor;
  clock: Clock;
  office: () => Promise<LetterOffice>;
}

/** Writes letters from posts as readers see them at that time. */
export function createLetterComposer({ db, clock, office }: ComposerOptions): LetterComposer {
  return {
    async compose(kind, postIds) {
      const scope = { kind: 'live', now: clock.now() } as const;
      const { siteName, siteUrl, settings } = await office();
      const { senderName, postalAddress } = settings;
      const house = { siteName, siteUrl, senderName, postalAddress };
      const [first] = postIds;
      if (kind === 'post' && first !== undefined) {
        const post = await findById(db, first, scope);
        return post && composePost(post, house);
      }
      const posts = await summariesByIds(db, postIds, scope);
      if (posts.length === 0) return null;
      return composeList(
        posts,
        kind === 'digest' ? `This week on ${siteName}` : newPosts(posts.length, siteName),
        house,
      );
    },
  };
}

function newPosts(count: number, siteName: string): string {
  return `${count} new ${count === 1 ? 'post' : 'posts'} on ${siteName}`;
}

export type { LetterComposer };
