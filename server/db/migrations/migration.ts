/**
 * One step from a schema to the next. A migration is never changed once it has landed; a mistake is corrected by a
 * later one.
 */
export interface Migration {
  /** Four digits, a hyphen, and what the migration does: "0002-post-subtitles". */
  name: string;
  /** Statements that run in one transaction. All foreign keys are checked before it is committed. */
  sql: string;
  /**
   * Functions that `sql` calls and SQLite does not have, by name; created again for each run, so that a function may
   * remember its calls.
   */
  functions?: () => Record<string, (text: string) => string>;
}
