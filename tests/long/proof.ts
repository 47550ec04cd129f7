/** What a long proof found. */
export interface ProofResult {
  passed: number;
  failed: number;
  /** Markdown: the figures, and what must be known to read them. */
  details: string;
}

/** Something that takes too long for every test run. */
export interface Proof {
  /** Runs it, telling about its progress on standard error. */
  run(): Promise<ProofResult>;
}
