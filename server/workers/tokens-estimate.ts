/**
 * Tokens of a text without looking at its words: rather too many than too few. Two ASCII characters a token and one
 * of everything else is what the encoding makes of text without any pattern.
 */
export function estimateTokens(text: string): number {
  let ascii = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 128) ascii += 1;
  return Math.ceil(ascii / 2) + (text.length - ascii);
}
