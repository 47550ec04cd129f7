/**
 * Returns a function that gives numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed (mulberry32, T.
 * Ettinger, public domain).
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ONSETS = 'b br c ch d dr f g gl h j k l m n p pl r s st t tr v w'.split(' ');
const VOWELS = 'a e i o u ai ea oo ou'.split(' ');
const CODAS = ['', '', ...'l m n nd r rt s st t ck'.split(' ')];
const SIZE = 20_000;

/**
 * Makes the words of the language in which the posts are written, commonest first; common words are short, as in any
 * language.
 */
export function makeVocabulary(): string[] {
  const random = seededRandom(9);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const words = new Set<string>();
  while (words.size < SIZE) {
    const syllables = words.size < 150 ? 1 : words.size < 3000 ? 2 : 3;
    let word = '';
    for (let syllable = 0; syllable < syllables; syllable += 1) word += pick(ONSETS) + pick(VOWELS) + pick(CODAS);
    words.add(word);
  }
  return [...words];
}

/** Draws words according to Zipf's law: the n-th commonest word is n times as rare as the commonest. */
export function createWordSource(vocabulary: readonly string[]): (random: () => number) => string {
  const bounds = new Float64Array(vocabulary.length);
  let sum = 0;
  for (let rank = 0; rank < vocabulary.length; rank += 1) {
    sum += 1 / (rank + 1);
    bounds[rank] = sum;
  }
  return (random) => {
    const wanted = random() * sum;
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? sum) < wanted) low = middle + 1;
      else high = middle;
    }
    return vocabulary[low] ?? '';
  };
}
