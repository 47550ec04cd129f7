import type fc from 'fast-check';

/** A parser, its inputs, and the check of its results. */
export interface FuzzTarget<Input = unknown> {
  /** The name of the parsed data in the counts. */
  readonly name: string;
  /** How many times slower the parser is than one of text in memory: it gets that much less of the runs. */
  readonly cost: number;
  readonly inputs: fc.Arbitrary<Input>;
  /**
   * Parses one input. Returns true if the input was accepted, and false if it was refused in the way the parser
   * refuses. Throws for any other failure, and for a result that is wrong.
   */
  parse(input: Input): Promise<boolean> | boolean;
  /** Releases what the target has opened. */
  close?(): Promise<void> | void;
}

/** Hides the type of a target's inputs: the code that runs targets does not know these types. */
export function asTarget<Input>(target: FuzzTarget<Input>): FuzzTarget {
  return target as FuzzTarget;
}

/** Throws an error with this text if the condition is false. */
export function must(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(what);
}
