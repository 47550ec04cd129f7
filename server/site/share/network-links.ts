/** The data of a post that is shared. `url` is absolute. */
export interface Shared {
  url: string;
  title: string;
  summary: string;
  tags: string[];
}

export type ShareNetwork = 'Facebook' | 'Twitter' | 'LinkedIn';

/** A network and the address of its share page for one post. */
interface ShareLink {
  network: ShareNetwork;
  href: string;
}

/**
 * Returns the share page of each network with the post's data: Twitter with hashtags, LinkedIn with title and summary.
 */
export function shareLinks({ url, title, summary, tags }: Shared): ShareLink[] {
  const hashtags = tags.map(hashtag).filter((tag) => tag !== '');
  return [
    { network: 'Facebook', href: address('https://www.facebook.com/sharer/sharer.php', { u: url }) },
    {
      network: 'Twitter',
      href: address('https://twitter.com/intent/tweet', { url, text: title, hashtags: hashtags.join(',') }),
    },
    {
      network: 'LinkedIn',
      href: address('https://www.linkedin.com/shareArticle', { mini: 'true', url, title, summary }),
    },
  ];
}

/**
 * Removes from a tag the characters at which a hashtag would end, all but letters, digits and underscores: "Slow food"
 * becomes "Slowfood".
 */
function hashtag(tag: string): string {
  return tag.replace(/[^\p{Letter}\p{Mark}\p{Number}_]/gu, '');
}

function address(base: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${query.join('&')}`;
}
