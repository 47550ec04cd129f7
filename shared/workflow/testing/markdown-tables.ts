/**
 * For tests: returns the rows of each Markdown table whose first column is called `head`, as the texts of their cells.
 */
export function rowsOfTables(markdown: string, head: string): string[][][] {
  const cellsOf = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  return markdown
    .split(/\n\n/)
    .filter((block) => block.startsWith(`| ${head} |`))
    .map((block) => block.trim().split('\n').slice(2).map(cellsOf));
}
