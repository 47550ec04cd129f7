import { PICTURE_LINKS } from './picture-links.ts';

/** A picture with a link to itself, alone in its paragraph, as the pipeline writes it. */
const OWN_PARAGRAPH = new RegExp(`<p>(?:${PICTURE_LINKS.join('|')})([^"]*)"[^>]*><img [^>]*></a></p>\\s*`);
/** Words that introduce what follows them. */
const LEADS_TO_IT = /:\s*(?:<\/\w+>\s*)*$/;

/**
 * Returns a post's HTML without its first picture, where that is the featured picture and is therefore already above
 * the text. The picture stays where the text would miss it: after a colon, with a caption, or as a link to another
 * address.
 */
export function withoutOpeningPicture(html: string, featuredImage: string | null): string {
  if (!featuredImage) return html;
  const found = OWN_PARAGRAPH.exec(html);
  if (!found || html.indexOf('<img') < found.index) return html;
  const [paragraph, href] = found;
  const before = html.slice(0, found.index);
  if (href !== featuredImage.replaceAll('&', '&amp;') || LEADS_TO_IT.test(before)) return html;
  return before + html.slice(found.index + paragraph.length);
}
