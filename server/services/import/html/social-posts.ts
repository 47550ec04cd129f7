import type { Element } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { schema } from '#shared/content/html/sanitize.ts';
import { classesOf, element } from './hast.ts';

const QUOTED = ['twitter-tweet', 'twitter-video', 'instagram-media', 'tiktok-embed'];

/** The address of a post on X for the address of its page or its player; null for any other address. */
export function tweetAddress(address: string): string | null {
  const page =
    /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/(\w{1,40})\/status(?:es)?\/(\d{1,24})(?:[/?#]|$)/i.exec(
      address,
    );
  if (page) return `https://twitter.com/${page[1]}/status/${page[2]}`;
  const player = /^https?:\/\/platform\.(?:twitter|x)\.com\/embed\/[^?]*\?(?:.*&)?id=(\d{1,24})/i.exec(address);
  return player ? `https://twitter.com/i/status/${player[1]}` : null;
}

/** A post on X in the form in which our posts embed it. `address` is a result of `tweetAddress`. */
export function tweetBlock(address: string): Element {
  return element('x-raw', [], {
    value: `<blockquote class="twitter-tweet"><a href="${address}">${address}</a></blockquote>`,
  });
}

/** Whether a quotation is a post of a social network, which the network's script shows in full. */
export function isSocialPost(quote: Element): boolean {
  return classesOf(quote).some((name) => QUOTED.includes(name));
}

/** A quotation of that kind as HTML on one line, reduced to what our posts may contain. */
export function socialPostHtml(quote: Element): string {
  const className = classesOf(quote).map((name) => (name === 'twitter-video' ? 'twitter-tweet' : name));
  const safe = sanitize({ ...quote, properties: { ...quote.properties, className } }, schema);
  return toHtml(safe).replace(/\s+/g, ' ');
}
