/** One measured budget (docs/rules.md, "Budgets"). */
export interface Check {
  what: string;
  budget: string;
  measured: string;
  isMet: boolean;
}

/** The result of one part of the bench. */
export interface PartResult {
  checks: Check[];
  /** Markdown below the checks: the figures behind them and the facts needed to read them. */
  details: string;
}

/** Makes a Markdown table; the first column is aligned left, all others right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(header), line(rule), ...rows.map(line)].join('\n');
}

/** Makes a part's section: when it was measured, its checks, its details. */
export function section(result: PartResult, measuredAt: string): string {
  const rows = result.checks.map((check) => [check.what, check.budget, check.measured, check.isMet ? 'yes' : '**no**']);
  return [`Measured ${measuredAt}.`, table(['what', 'budget', 'measured', 'met'], rows), result.details].join('\n\n');
}

/**
 * Returns the document with the text between a part's two marks (`<!-- bench:NAME -->`, `<!-- /bench:NAME -->`)
 * replaced.
 * @throws Error when the marks are missing.
 */
export function replaceSection(document: string, name: string, text: string): string {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [start, end] = [document.indexOf(open), document.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`The document has no place for ${open} … ${close}`);
  return `${document.slice(0, start + open.length)}\n${text.trim()}\n${document.slice(end)}`;
}

/** 31412.7 → "31,413"; small numbers keep as many digits as asked. */
export function figure(value: number, digits = 0): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
