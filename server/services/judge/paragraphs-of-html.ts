const BLOCK = /<\/?(?:p|li|td|th|blockquote|h[1-6]|pre|div|dd|dt|figcaption)\b[^>]*>/g;
const TAG = /<[^>]*>/g;
const NAMED: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', nbsp: ' ' };

/** The paragraphs of stored HTML as words, to be compared: their order counts, their marks do not. */
export function paragraphsOfHtml(html: string): string[] {
  return html
    .split(BLOCK)
    .map((part) => part.replace(TAG, '').replace(/&(\w{2,5});/g, (whole, name) => NAMED[name] ?? whole))
    .filter((part) => part.trim() !== '');
}
