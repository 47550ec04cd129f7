/**
 * Estimates the tokens of a text without looking at its words: rather too many than too few. For text without any
 * pattern the encoding makes one token of two ASCII characters, and one of each other character.
 */
export function estimateTokens(text: string): number {
  let ascii = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 128) ascii += 1;
  return Math.ceil(ascii / 2) + (text.length - ascii);
}
