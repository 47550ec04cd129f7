/** The result of a long proof. */
export interface ProofResult {
  passed: number;
  failed: number;
  /** Markdown: the figures, and the facts needed to read them. */
  details: string;
}

/** Returns the details, with the faults (a line of Markdown each) below them. */
export function withFaults(details: string, faults: readonly string[]): string {
  return faults.length === 0 ? details : `${details}\n\nFaults:\n\n${faults.join('\n')}`;
}

/** A proof that takes too long for every test run. */
export interface Proof {
  /** Runs it, and reports its progress on standard error. */
  run(): Promise<ProofResult>;
}
