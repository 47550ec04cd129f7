/** One section of a static page: its heading, then its paragraphs, then its list. Plain text, no markup. */
export interface TextSection {
  heading: string;
  paragraphs?: readonly string[];
  list?: readonly string[];
  /** A link to which the section leads, shown at its end; a path of this site. */
  link?: { text: string; href: string };
}

/** A static page that consists of text only. */
export interface TextPage {
  title: string;
  /** For search engines and shared links, at most 160 characters. */
  description: string;
  /** The date as the page shows it; null where a date means nothing. */
  lastUpdated: string | null;
  intro: readonly string[];
  sections: readonly TextSection[];
}

/** Returns the placeholders in brackets that the owner must fill in, each once. */
export function placeholdersOf({ intro, sections }: TextPage): string[] {
  const texts = [...intro, ...sections.flatMap(({ paragraphs = [], list = [] }) => [...paragraphs, ...list])];
  return [...new Set(texts.flatMap((text) => text.match(/\[Your [^\]]+\]/g) ?? []))];
}
