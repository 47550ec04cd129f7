const BLOCKS =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|map|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|x-raw';
/** Boxes whose text is divided into paragraphs of its own. */
const BOXES = /(<(?:article|aside|blockquote|center|details|div|main|section)(?:\s[^<>]*)?>)/gi;
const around = new RegExp(`(</?(?:${BLOCKS})(?:\\s[^<>]*)?/?>)`, 'gi');
const isBlock = new RegExp(`^</?(?:${BLOCKS})[\\s/>]`, 'i');

/**
 * Converts a text of the classic editor as WordPress does when it shows it: blank lines separate paragraphs, a single
 * line end is a line break. Code stays as it is.
 */
export function autop(html: string): string {
  const setAside: string[] = [];
  const keep = (text: string) => `\n\n\ufdd0${setAside.push(text) - 1}\ufdd0\n\n`;
  const paragraphs = withKept(html.replace(/\r\n?/g, '\n'), keep)
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
    .replace(/\ufdd0(\d+)\ufdd0/g, (_, index: string) => setAside[Number(index)] ?? '');
}

/** Replaces each part in which line ends have to stay. A part without an end tag does not count. */
function withKept(html: string, keep: (part: string) => string): string {
  const unended = new Set<string>();
  let result = '';
  let done = 0;
  for (const match of html.matchAll(/<(pre|script|style|svg|textarea)\b/gi)) {
    const name = match[1]?.toLowerCase() ?? '';
    if (match.index < done || unended.has(name)) continue;
    const end = new RegExp(`</${name}\\s*>`, 'gi');
    end.lastIndex = match.index;
    if (end.exec(html) === null) {
      unended.add(name);
      continue;
    }
    result += html.slice(done, match.index) + keep(html.slice(match.index, end.lastIndex));
    done = end.lastIndex;
  }
  return result + html.slice(done);
}

/** Text inside a list item, a cell or a paragraph does not become a paragraph. */
function markLists(parts: readonly string[], marked: Set<number>): void {
  let inside = 0;
  for (const [index, part] of parts.entries()) {
    if (/^<(?:li|td|th|p|h[1-6]|dt|dd|figcaption|summary|figure)\b/i.test(part)) inside += 1;
    else if (/^<\/(?:li|td|th|p|h[1-6]|dt|dd|figcaption|summary|figure)\b/i.test(part))
      inside = Math.max(0, inside - 1);
    else if (inside > 0) marked.add(index);
  }
}
