/** One section of a static page: its heading, then its paragraphs, then its list. Plain text, no markup. */
export interface TextSection {
  heading: string;
  paragraphs?: readonly string[];
  list?: readonly string[];
  /** Where the section sends the reader, shown after the rest; a path of this site. */
  link?: { text: string; href: string };
}

/** A static page that is nothing but text. */
export interface TextPage {
  title: string;
  /** For search engines and shared links, at most 160 characters. */
  description: string;
  /** As the page says it; null where a date means nothing. */
  lastUpdated: string | null;
  intro: readonly string[];
  sections: readonly TextSection[];
}

/** What stands in brackets in a text for the owner to fill in, each once. */
export function placeholdersOf({ intro, sections }: TextPage): string[] {
  const texts = [...intro, ...sections.flatMap(({ paragraphs = [], list = [] }) => [...paragraphs, ...list])];
  return [...new Set(texts.flatMap((text) => text.match(/\[Your [^\]]+\]/g) ?? []))];
}
