import { Document, isScalar, visit } from 'yaml';

/**
 * Returns a record as the front matter of a Markdown file, including its two lines of dashes. Values that are null,
 * undefined or an empty text are left out.
 */
export function writeFrontMatter(record: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value !== '');
  // Values are quoted so that readers of YAML 1.1, most other generators, read them the same ("no", "2024-01-31").
  const document = new Document(Object.fromEntries(said), { compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node) {
      const isOdd = isScalar(node) && typeof node.value === 'string' && /[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u.test(node.value);
      if (isOdd) node.type = 'QUOTE_DOUBLE';
    },
  });
  // Quoted text stays on one line: over several lines, a blank line in it would be read differently.
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
  return `---\n${text}---\n`;
}
