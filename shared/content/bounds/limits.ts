/**
 * What a text may cost to render. The parser's time grows with the square of some things (delimiters in one paragraph,
 * containers that close, cells of a table …): `lineCost` and `textCost` count those, in steps of about a nanosecond,
 * and the limits here keep what they add to about a tenth of a second. README.md holds the measurements.
 */
export const limits = {
  /** UTF-8 bytes. */
  bytes: 1_000_000,
  /** Lines with something on them; a line costs some 50 microseconds whatever it holds: 16,000 are a megabyte in paragraphs of 62 letters. */
  lines: 16_000,
  blankLines: 50_000,
  /** Lines without a blank line between them. */
  linesInBlock: 6000,
  /** Block quotes, list items, brackets and HTML elements in one another. */
  nesting: 100,
  /** Quote and list markers in force, summed over the lines. */
  containers: 60_000,
  /** Quote and list markers: each begins a container, the dearest thing there is in a line. */
  markers: 6000,
  /** Link and footnote definitions. */
  definitions: 2000,
  /** Emphasis, link, code, escape and HTML marks in text. */
  delimiters: 20_000,
  /** The same, those in code blocks and raw HTML included. */
  marks: 200_000,
  /** Cells of all tables, those included that a short row leaves out. */
  cells: 20_000,
  /** Definitions, times what could refer to them. */
  lookups: 4_000_000,
  steps: 120_000_000,
} as const;
