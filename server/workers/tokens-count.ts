import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from './tokens-estimate.ts';

export interface TokenCount {
  tokens: number;
  /** Whether a part of it is an estimate. */
  estimated: boolean;
}

/**
 * A run of one kind of character that is so long that the encoding needs quadratic time for it (measured: 24 s for
 * 200,000 times "a"). Digits are not included: the encoding itself splits them into groups of three.
 */
const UNBROKEN =
  /(?<![\p{L}\p{M}])[\p{L}\p{M}]{2001,}|(?<!\s)\s{2001,}|(?<![^\s\p{L}\p{M}\p{N}])[^\s\p{L}\p{M}\p{N}]{2001,}/gu;

/** The name of a special token in a text is treated as text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Counts the tokens of a text in the encoding of GPT-4o and its successors; unbroken runs of more than 2,000 characters
 * are estimated.
 */
export function countTokens(text: string): TokenCount {
  let tokens = 0;
  let at = 0;
  for (const run of text.matchAll(UNBROKEN)) {
    tokens += encode(text.slice(at, run.index), AS_TEXT).length + estimateTokens(run[0]);
    at = run.index + run[0].length;
  }
  tokens += encode(text.slice(at), AS_TEXT).length;
  return { tokens, estimated: at > 0 };
}
