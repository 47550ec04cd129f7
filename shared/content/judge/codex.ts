import type { Codex, Found } from './finding.ts';
import type { JudgedText } from './judged-text.ts';

/** Claims that are not to be made and words to avoid, whatever their case, as whole words. */
export function againstCodex({ forbiddenClaims, avoidedWords }: Codex, { blocks }: JudgedText): Found[] {
  const claims = patternOf(forbiddenClaims);
  const words = patternOf(avoidedWords);
  return blocks.flatMap((block) => {
    const all = (pattern: RegExp | null, check: 'forbidden-claim' | 'avoided-word', says: (words: string) => string) =>
      pattern === null
        ? []
        : [...block.text.matchAll(pattern)].map(
            (match): Found => ({ check, says: says(match[0]), place: block.placeOf(match.index, match[0].length) }),
          );
    return [
      ...all(claims, 'forbidden-claim', (said) => `“${said}” is a claim that is not to be made.`),
      ...all(words, 'avoided-word', (said) => `“${said}” is a word to avoid.`),
    ];
  });
}

function patternOf(phrases: readonly string[]): RegExp | null {
  const parts = phrases
    .map((phrase) => phrase.trim().split(/\s+/).map(escaped).join('\\s+'))
    .filter((part) => part !== '');
  return parts.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
}
