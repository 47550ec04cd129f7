import type { NamedTopic, Subscriber, SubscriberFigures } from '#shared/contract/letters/subscribers.ts';

/** Returns the name of a followed topic, in words for the owner. */
export function topicName({ kind, name }: NamedTopic): string {
  switch (kind) {
    case 'site':
      return 'The whole site';
    case 'category':
      return name;
    case 'tag':
      return `#${name}`;
    case 'author':
      return `By ${name}`;
  }
}

/** Returns "The whole site, Tea, #green". */
export function topicNames(topics: readonly NamedTopic[]): string {
  return topics.length === 0 ? 'Follows nothing any more' : topics.map(topicName).join(', ');
}

const sources: Record<Subscriber['source'], string> = {
  site: 'by a form of the site',
  import: 'from an import',
  owner: 'added by you',
};

/** Returns "Since Jul 9, 2025, by a form of the site". */
export function sinceText({ createdAt, source }: Pick<Subscriber, 'createdAt' | 'source'>): string {
  return `Since ${dayOf(createdAt)}, ${sources[source]}`;
}

/** Returns "Jul 9, 2025", in UTC like every date of the site. */
export function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Returns "312 follow, 14 have not confirmed yet, 20 have ended, 2 cannot be reached". */
export function countsText({ following, pending, ended, suppressed }: SubscriberFigures): string {
  const parts = [
    `${following.toLocaleString('en-US')} ${following === 1 ? 'follows' : 'follow'}`,
    pending > 0 && `${pending.toLocaleString('en-US')} ${pending === 1 ? 'has' : 'have'} not confirmed yet`,
    ended > 0 && `${ended.toLocaleString('en-US')} ${ended === 1 ? 'has' : 'have'} ended`,
    suppressed > 0 && `${suppressed.toLocaleString('en-US')} cannot be reached`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
