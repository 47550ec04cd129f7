/** What a long proof found. */
export interface ProofResult {
  passed: number;
  failed: number;
  /** Markdown: the figures, and what must be known to read them. */
  details: string;
}

/** The details, with what was found wrong (a line of Markdown each) below them. */
export function withFaults(details: string, faults: readonly string[]): string {
  return faults.length === 0 ? details : `${details}\n\nFaults:\n\n${faults.join('\n')}`;
}

/** Something that takes too long for every test run. */
export interface Proof {
  /** Runs it, telling about its progress on standard error. */
  run(): Promise<ProofResult>;
}
