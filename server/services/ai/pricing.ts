/** Prices as configured; undefined where none is. */
export interface Prices {
  /** USD for a million tokens of a prompt. */
  input: number | undefined;
  /** USD for a million tokens of an answer. */
  output: number | undefined;
  /** USD for a picture. */
  image: number | undefined;
}

const MILLION = 1_000_000;

/** What so many tokens cost in USD; null unless both prices are known. */
export function textCost({ input, output }: Prices, promptTokens: number, completionTokens: number): number | null {
  if (input === undefined || output === undefined) return null;
  return (promptTokens * input + completionTokens * output) / MILLION;
}

/** What a picture costs in USD; null where no price is known. */
export function imageCost({ image }: Prices): number | null {
  return image ?? null;
}
