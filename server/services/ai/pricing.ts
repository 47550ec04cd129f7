/** The configured prices; undefined for a price that is not configured. */
export interface Prices {
  /** USD for a million tokens of a prompt. */
  input: number | undefined;
  /** USD for a million tokens of an answer. */
  output: number | undefined;
  /** USD for a picture. */
  image: number | undefined;
}

const MILLION = 1_000_000;

/** The cost of this number of tokens in USD; null unless both prices are known. */
export function textCost({ input, output }: Prices, promptTokens: number, completionTokens: number): number | null {
  if (input === undefined || output === undefined) return null;
  return (promptTokens * input + completionTokens * output) / MILLION;
}

/** The cost of a picture in USD; null when no price is known. */
export function imageCost({ image }: Prices): number | null {
  return image ?? null;
}
