/** Time as the workspace and the editor see it: passed in, so that a test can move it. */
export interface Timers {
  /** Runs once after so many milliseconds; the answer calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}
