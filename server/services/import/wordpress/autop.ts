const BLOCKS =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|map|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|x-raw';
/** Boxes whose text is in paragraphs of its own. */
const BOXES = /(<(?:article|aside|blockquote|center|details|div|main|section)(?:\s[^<>]*)?>)/gi;
const around = new RegExp(`(</?(?:${BLOCKS})(?:\\s[^<>]*)?/?>)`, 'gi');
const isBlock = new RegExp(`^</?(?:${BLOCKS})[\\s/>]`, 'i');

/**
 * What WordPress makes of a text of its classic editor when it shows it: blank lines part paragraphs, a single line end is
 * a break. Code stays as it is.
 */
export function autop(html: string): string {
  const kept: string[] = [];
  const keep = (text: string) => `\n\n\ufdd0${kept.push(text) - 1}\ufdd0\n\n`;
  const paragraphs = html
    .replace(/\r\n?/g, '\n')
    .replace(/<(pre|script|style|svg|textarea)\b[\s\S]*?<\/\1\s*>/gi, keep)
    .replace(/<[a-z/][^<>]*>/gi, (tag) => tag.replace(/\s*\n\s*/g, ' '))
    .replace(/<br\s*\/?>[ \t]*\n?/gi, '<br>\n')
    .replace(/(?:<br>\n\s*){2,}/g, '\n\n')
    .replace(around, '\n\n$1\n\n')
    .replace(BOXES, '$1\n\n')
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const inLists = new Set<number>();
  markLists(paragraphs, inLists);
  return paragraphs
    .map((part, index) => {
      if (isBlock.test(part) || part.startsWith('\ufdd0')) return part;
      const lines = part.replace(/<br>\n/g, '\n').replace(/\n/g, '<br>\n');
      return inLists.has(index) ? lines : `<p>${lines}</p>`;
    })
    .join('\n')
    .replace(/\ufdd0(\d+)\ufdd0/g, (_, index: string) => kept[Number(index)] ?? '');
}

/** What stands in an item, a cell or a paragraph is no paragraph by itself. */
function markLists(parts: readonly string[], marked: Set<number>): void {
  let inside = 0;
  for (const [index, part] of parts.entries()) {
    if (/^<(?:li|td|th|p|h[1-6]|dt|dd|figcaption|summary|figure)\b/i.test(part)) inside += 1;
    else if (/^<\/(?:li|td|th|p|h[1-6]|dt|dd|figcaption|summary|figure)\b/i.test(part))
      inside = Math.max(0, inside - 1);
    else if (inside > 0) marked.add(index);
  }
}
