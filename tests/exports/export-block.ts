/** A part of a text, as every blog editor has it. Words are plain text without characters that are special in HTML. */
export type ExportBlock =
  | { kind: 'paragraph'; words: string; link: { words: string; to: string } | null }
  | { kind: 'heading'; words: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'quote'; words: string }
  | { kind: 'code'; language: string; code: string }
  | { kind: 'picture'; path: string; alt: string; caption: string }
  | { kind: 'video'; id: string };

/** A post before it is converted to a program's own format. */
export interface ExportText {
  title: string;
  slug: string;
  /** Milliseconds since 1970. */
  date: number;
  tags: readonly string[];
  blocks: readonly ExportBlock[];
}

/** Escapes a text for HTML. */
export function htmlText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
