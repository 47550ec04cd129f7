import type { Filing, Follower } from '#server/repositories/letters/audience.ts';
import type { NewRecipient } from '#server/repositories/letters/recipients.ts';
import type { LetterAudience } from '#shared/contract/letters/letters.ts';

type Topic = Follower['topics'][number];

/** Whether a post belongs to a topic that somebody follows. */
function isAbout({ kind, targetId }: Topic, filing: Filing): boolean {
  if (kind === 'category') return filing.categoryId === targetId;
  if (kind === 'author') return filing.authorId === targetId;
  return kind === 'site' || filing.tagIds.includes(targetId);
}

/**
 * The posts of a letter that a follower receives, and the topic that is the reason: `filings` are those of the letter's
 * posts, by their ids.
 */
export function recipientOf(
  { id, topics }: Follower,
  audience: LetterAudience,
  filings: ReadonlyMap<number, Filing>,
): NewRecipient {
  const whole = (topic: string): NewRecipient => ({ subscriberId: id, topic, postIds: null });
  if (audience.kind === 'all') return whole('');
  if (audience.kind !== 'followers') {
    const own = topics.find(({ kind, targetId }) => kind === audience.kind && targetId === audience.targetId);
    return whole(own?.name ?? '');
  }
  if (topics.some(({ kind }) => kind === 'site')) return whole('');
  const matching = topics.filter((topic) => [...filings.values()].some((filing) => isAbout(topic, filing)));
  const postIds = [...filings].filter(([, filing]) => matching.some((topic) => isAbout(topic, filing)));
  return { subscriberId: id, topic: matching[0]?.name ?? '', postIds: postIds.map(([postId]) => postId) };
}
