/** A record of a CSV file, with the number of the line in which it begins, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly records: readonly CsvRecord[];
  /**
   * The line of a quotation mark that is never closed; null when all are closed. The text after the mark is one cell.
   */
  readonly unclosed: number | null;
}

const DELIMITERS = [',', ';', '\t'];

/** Reads CSV (RFC 4180), also with semicolons or tabs as delimiters. Empty lines are left out. */
export function readCsv(text: string): CsvFile {
  const delimiter = delimiterOf(text);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  let unclosed: number | null = null;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const endRecord = () => {
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line: begun, cells });
    cells = [];
    begun = line;
  };
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter);
    if (cell.isOpen) unclosed ??= line;
    cells.push(cell.value);
    line += cell.lines;
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      // After a delimiter at the end of the file there is an empty cell.
      if (at === text.length) cells.push('');
      continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    endRecord();
  }
  endRecord();
  return { records, unclosed };
}

/** Returns the delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r\n|\r|\n/, 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best), ',');
}

interface Cell {
  readonly value: string;
  readonly end: number;
  /** The number of line breaks within the cell. */
  readonly lines: number;
  readonly isOpen: boolean;
}

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end, lines: 0, isOpen: false };
}

function quotedCell(text: string, start: number): Cell {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    const part = text.slice(at, quote < 0 ? text.length : quote);
    value += part;
    const isOpen = quote < 0;
    const isDoubled = !isOpen && text[quote + 1] === '"';
    if (!isDoubled) {
      return { value, end: isOpen ? text.length : quote + 1, lines: lineBreaks(value), isOpen };
    }
    value += '"';
    at = quote + 2;
  }
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
