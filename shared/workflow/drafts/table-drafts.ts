import { cleanTitle, type Found, type FoundDraft, MAX_DRAFTS } from './found-draft.ts';
import { type LabelName, labelNamed } from './labels.ts';
import { joinLines, type Line } from './lines.ts';

/**
 * Finds drafts in the rows of a table that has a column for the title and one for the article; null when there is no
 * such table.
 */
export function tableDrafts(lines: readonly Line[]): Found | null {
  for (const [index, { text, isFenced }] of lines.entries()) {
    if (isFenced || !isRow(text) || !/^[\s|:-]{3,400}$/.test(lines[index + 1]?.text ?? '')) continue;
    const names = cellsOf(text).map((cell) => labelNamed(cell.replace(/[*_`]/g, '')));
    if (!names.includes('title') || !names.includes('content')) continue;
    const rows = lines.slice(index + 2);
    const end = rows.findIndex((row) => !isRow(row.text));
    const table = end < 0 ? rows : rows.slice(0, end);
    if (table.length > MAX_DRAFTS) return null;
    const drafts = table.map((row) => rowDraft(names, cellsOf(row.text))).filter((draft) => draft.content !== '');
    if (drafts.length === 0) continue;
    const after = end < 0 ? [] : rows.slice(end);
    return { drafts, leftover: joinLines([...lines.slice(0, index), ...after]).trim() };
  }
  return null;
}

function isRow(text: string): boolean {
  return /^\s{0,3}\|/.test(text);
}

/** Splits a row into cells at its bars; `\|` is a bar in a cell. */
function cellsOf(row: string): string[] {
  const cells = row.trim().replaceAll('\\|', '\u0000').split('|');
  if (cells[0] === '') cells.shift();
  if (cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('\u0000', '|').trim());
}

function rowDraft(names: readonly (LabelName | null)[], cells: readonly string[]): FoundDraft {
  const cell = (name: LabelName) => cells[names.indexOf(name)] ?? '';
  return {
    title: cleanTitle(cell('title')),
    slug: cleanTitle(cell('slug')),
    excerpt: cleanTitle(cell('excerpt')),
    tags: cell('tags').split(/[,;]/),
    content: cell('content')
      .replace(/\s*<br\s?\/?>\s*/gi, '\n')
      .trim(),
  };
}
