import { judgedHeads } from '#shared/kernel/post-field-table.ts';
import { type Found, headWords, type JudgedCodex, type JudgedPost } from './finding.ts';
import type { JudgedText } from './judged-text.ts';

/**
 * Finds forbidden claims and words to avoid: as whole words, regardless of case, of the kind of quotation marks and
 * hyphens, and of the spaces between them. The fields above the post's text are searched as well.
 */
export function againstCodex(
  { forbiddenClaims, wordsToAvoid }: JudgedCodex,
  post: JudgedPost,
  { blocks }: JudgedText,
): Found[] {
  const checks = [
    { check: 'forbidden-claim', says: 'a claim that is not to be made', find: createFinder(forbiddenClaims) },
    { check: 'avoided-word', says: 'a word to avoid', find: createFinder(wordsToAvoid) },
  ] as const;
  if (forbiddenClaims.length + wordsToAvoid.length === 0) return [];
  const inHeads = judgedHeads.flatMap((field) => {
    const source = post[field];
    const text = fold(source);
    return checks.flatMap(({ check, says, find }) =>
      find(text).map(({ from, to }): Found => {
        const words = source.slice(from, to);
        return { check, says: `“${words}”, in the ${headWords(field)}, is ${says}.`, place: null, field };
      }),
    );
  });
  const inBlocks = blocks.flatMap((block) => {
    const text = fold(block.text);
    return checks.flatMap(({ check, says, find }) =>
      find(text).map(({ from, to }): Found => {
        return { check, says: `“${block.text.slice(from, to)}” is ${says}.`, place: block.placeOf(from, to - from) };
      }),
    );
  });
  return [...inHeads, ...inBlocks];
}

interface Phrase {
  folded: string;
  /** The start of the phrase's first word. */
  at: number;
}

/**
 * Returns a function that finds the phrases in a text by their first words: all phrases that a codex may have take no
 * longer than one. A phrase without letters and digits is found anywhere, also inside words.
 */
function createFinder(phrases: readonly string[]): (folded: Folded) => { from: number; to: number }[] {
  const byWord = new Map<string, Phrase[]>();
  const signs: string[] = [];
  for (const phrase of phrases) {
    const folded = fold(phrase.trim()).text;
    const first = word.exec(folded);
    if (first) byWord.set(first[0], [...(byWord.get(first[0]) ?? []), { folded, at: first.index }]);
    else if (folded !== '') signs.push(folded);
  }
  return ({ text, indexes }) => {
    const found = [...text.matchAll(words)].flatMap(({ 0: first, index }) =>
      (byWord.get(first) ?? []).flatMap(({ folded, at }) => {
        const [start, end] = [index - at, index - at + folded.length];
        return start >= 0 && text.startsWith(folded, start) && isAlone(text, start, end) ? [{ start, end }] : [];
      }),
    );
    for (const sign of signs) {
      for (let start = text.indexOf(sign); start >= 0; start = text.indexOf(sign, start + sign.length)) {
        found.push({ start, end: start + sign.length });
      }
    }
    return found.map(({ start, end }) => ({ from: indexes[start] ?? 0, to: indexes[end] ?? 0 }));
  };
}

const word = /[\p{L}\p{N}\p{M}]+/u;
const words = new RegExp(word, 'gu');

/** Whether no letter or digit is directly before or after the range. */
function isAlone(text: string, start: number, end: number): boolean {
  return (
    !/[\p{L}\p{N}\p{M}]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^[\p{L}\p{N}\p{M}]/u.test(text.slice(end, end + 2))
  );
}

const folds = new Map(
  [
    ['‘’‚‛′ʼ`´', "'"],
    ['“”„‟″«»', '"'],
    ['‐‑‒–—−', '-'],
    // Invisible characters that are not part of a word.
    ['\u00ad\u200b\u2060\ufeff', ''],
  ].flatMap(([signs = '', as = '']) => [...signs].map((sign) => [sign, as] as const)),
);

/**
 * A text in the form in which phrases are compared, with the index in the source of each of its characters, and of its
 * end.
 */
interface Folded {
  text: string;
  indexes: number[];
}

function fold(source: string): Folded {
  const parts: string[] = [];
  const indexes: number[] = [];
  let index = 0;
  for (const sign of source) {
    const isSpace = /\s/.test(sign) && sign !== '\ufeff';
    const as = !isSpace ? (folds.get(sign) ?? sign.toLowerCase()) : parts.at(-1) === ' ' ? '' : ' ';
    if (as !== '') parts.push(as);
    for (let each = 0; each < as.length; each += 1) indexes.push(index);
    index += sign.length;
  }
  indexes.push(index);
  return { text: parts.join(''), indexes };
}
