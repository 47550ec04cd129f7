/** One step from a schema to the next. Never changed once it has landed; a mistake is put right by the next one. */
export interface Migration {
  /** Four digits, a hyphen, what it does: "0002-post-subtitles". */
  name: string;
  /** Statements, run in one transaction. Foreign keys are checked as a whole before it is committed. */
  sql: string;
  /** What `sql` calls and SQLite does not know, by name; made anew for each run, so that one may remember its calls. */
  functions?: () => Record<string, (text: string) => string>;
}
