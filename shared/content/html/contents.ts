/** A section of a post's text: `id` is the id of its heading, for the fragment of an address (after `#`). */
export interface Section {
  id: string;
  title: string;
}

/** The sections of a post, in order; `total` also counts the sections that are not named. */
export interface Contents {
  sections: Section[];
  total: number;
}

/** Fewer sections can be seen at once without a list. */
const WORTH_A_LIST = 4;
/** A longer list is of no use to anyone. */
const MOST_NAMED = 100;

/** A heading as the pipeline writes it. A heading contains only phrases, so never another heading. */
const HEADING = /<h2\b[^>]*? id="([^"]*)"[^>]*>(.*?)<\/h2>/gs;
/** The heading of the footnotes, which only screen readers read. */
const IS_HIDDEN = /\bclass="[^"]*\bsr-only\b/;

/**
 * Returns the sections of a post, from the headings of the first level in the HTML that the pipeline wrote. Null where
 * there are too few for a table of contents; a heading without words does not count.
 */
export function contentsOf(html: string): Contents | null {
  const sections: Section[] = [];
  let total = 0;
  for (const [heading, id = '', inner = ''] of html.matchAll(HEADING)) {
    const title = plainTitle(inner);
    if (title === '' || IS_HIDDEN.test(heading)) continue;
    total += 1;
    if (sections.length < MOST_NAMED) sections.push({ id: decoded(id), title });
  }
  return total < WORTH_A_LIST ? null : { sections, total };
}

/** Returns the words of a heading, without its footnote marks. */
function plainTitle(html: string): string {
  const words = html.replace(/<sup>\s*<a [^>]*data-footnote-ref.*?<\/sup>/gs, '').replace(/<[^>]*>/g, '');
  return decoded(words).replace(/\s+/g, ' ').trim();
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns the text as it was before it was written into HTML. */
function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
