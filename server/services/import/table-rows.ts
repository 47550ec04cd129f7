import { readCsv } from '#shared/workflow/batch/read-csv.ts';

/**
 * The rows of a table (RFC 4180) as records by the column names of its first line, in lower case, with the numbers of
 * the lines on which they begin.
 */
export function tableRows(text: string): { line: number; values: Readonly<Record<string, string>> }[] {
  const [head, ...rest] = readCsv(text).records;
  const names = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  return rest.map(({ line, cells }) => {
    const values: Record<string, string> = Object.create(null);
    for (const [index, name] of names.entries()) values[name] = cells[index]?.trim() ?? '';
    return { line, values };
  });
}
