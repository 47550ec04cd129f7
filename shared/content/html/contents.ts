/** A section of a post's text: `id` is its heading's, to be put behind a `#`. */
export interface Section {
  id: string;
  title: string;
}

/** What a post is about, in order; `total` counts the sections that are not named as well. */
export interface Contents {
  sections: Section[];
  total: number;
}

/** Fewer sections are seen at once without a list. */
const WORTH_A_LIST = 4;
/** A list of more leads nobody anywhere. */
const MOST_NAMED = 100;

/** As the pipeline writes it. A heading holds phrases alone, so never another heading. */
const HEADING = /<h2\b[^>]*? id="([^"]*)"[^>]*>(.*?)<\/h2>/gs;
/** The heading of the footnotes, which is only read aloud. */
const IS_HIDDEN = /\bclass="[^"]*\bsr-only\b/;

/**
 * The sections of a post, taken from the headings of the first level in its HTML, which the pipeline wrote. Null where
 * there are too few for a table of contents; a heading without words is none.
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

/** A heading's words. The marks of its footnotes are none of them. */
function plainTitle(html: string): string {
  const words = html.replace(/<sup>\s*<a [^>]*data-footnote-ref.*?<\/sup>/gs, '').replace(/<[^>]*>/g, '');
  return decoded(words).replace(/\s+/g, ' ').trim();
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Text as it was before it was written into HTML. */
function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
