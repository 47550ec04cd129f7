/**
 * The limits of what a text may cost to render. The parser's time grows with the square of some things (delimiters in
 * one paragraph, containers that close, cells of a table …): `lineCost` and `textCost` count these, in steps of about a
 * nanosecond, and the limits keep the additional time to about a tenth of a second. README.md has the measurements.
 */
export const limits = {
  /** UTF-8 bytes. */
  bytes: 1_000_000,
  /**
   * Lines that are not blank; a line costs some 50 microseconds whatever it contains: 16,000 are a megabyte in
   * paragraphs of 62 letters.
   */
  lines: 16_000,
  blankLines: 50_000,
  /** Lines without a blank line between them. */
  linesInBlock: 6000,
  /** Block quotes, list items, brackets and HTML elements nested in each other. */
  nesting: 100,
  /** Open quotes and list items, summed over the lines. */
  containers: 60_000,
  /** Quote and list markers: each begins a container, the most expensive thing in a line. */
  markers: 6000,
  /** Link and footnote definitions. */
  definitions: 2000,
  /** Emphasis, link, code, escape and HTML marks in text. */
  delimiters: 20_000,
  /** The same, including those in code blocks and raw HTML. */
  marks: 200_000,
  /** Cells of all tables, including those that a short row leaves out. */
  cells: 20_000,
  /** Definitions, multiplied by the number of places that could refer to them. */
  lookups: 4_000_000,
  steps: 120_000_000,
} as const;
