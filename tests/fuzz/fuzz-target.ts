import type fc from 'fast-check';

/** A parser with what is put into it and what must be true of whatever comes out. */
export interface FuzzTarget<Input = unknown> {
  /** What is parsed, as the counts call it. */
  readonly name: string;
  /** How much slower than text in memory it is: so much less of a share of the runs it gets. */
  readonly cost: number;
  readonly inputs: fc.Arbitrary<Input>;
  /**
   * Parses one input. Answers whether it was taken; false for one that was refused in the way the parser refuses.
   * Throws for anything else, and for an answer in which something is wrong.
   */
  parse(input: Input): Promise<boolean> | boolean;
  /** Gives back what it has opened. */
  close?(): Promise<void> | void;
}

/** Targets are of inputs of their own kinds; whoever runs them knows none. */
export function asTarget<Input>(target: FuzzTarget<Input>): FuzzTarget {
  return target as FuzzTarget;
}

/** Throws with words where something is not so. */
export function must(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(what);
}
