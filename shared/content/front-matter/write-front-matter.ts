import { Document, isScalar, visit } from 'yaml';

/**
 * A record as the front matter of a Markdown file, its two lines of dashes included. What is null, undefined or an empty
 * text stands in no line.
 */
export function writeFrontMatter(record: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value !== '');
  // Quoted so that readers of YAML 1.1, most other generators, read the same ("no", "2024-01-31").
  const document = new Document(Object.fromEntries(said), { compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node) {
      const isOdd = isScalar(node) && typeof node.value === 'string' && /[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u.test(node.value);
      if (isOdd) node.type = 'QUOTE_DOUBLE';
    },
  });
  // Quoted text stays on one line: written over several, a blank one among them is not read as it was.
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
  return `---\n${text}---\n`;
}
