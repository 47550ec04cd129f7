import type { QueryWord } from '#shared/content/search/search-query.ts';
import { foldWord, wordPlaces } from '#shared/content/search/search-words.ts';

/** The number of words of a snippet. */
const LENGTH = 28;
/**
 * The most characters of a snippet, and of its part before the first match; a text may have words, and gaps between
 * them, of any length.
 */
const MAX_CHARACTERS = 800;
const MAX_BEFORE = 300;

/** A short part of a text. */
interface Snippet {
  /** HTML: `<mark>` around the words searched for, everything else escaped. */
  html: string;
  /** Whether the text contains any of the words searched for. */
  isMarked: boolean;
  /** The number of characters of the text that were read to find the snippet. */
  looked: number;
}

interface Place {
  start: number;
  end: number;
}

/** A word of the text that was searched for. */
interface Match extends Place {
  /** The word's number among the words of the text. */
  number: number;
  /** The number of the query word that it matches. */
  wanted: number;
}

/** The matches from the first that belongs to the snippet on, and the number of those that belong to it. */
interface Best {
  matches: Match[];
  together: number;
}

/**
 * Makes snippets for the words of a query, each given with its alternatives. A snippet is the first part of the text
 * that contains the most of these words. The text is read once, and no further than needed: FTS5's own `snippet()`
 * compares each match with every other, which takes seconds for a long text with common words.
 */
export function createSnippets(alternatives: readonly (readonly QueryWord[])[]): (text: string) => Snippet {
  const wantedBy = createMatcher(alternatives);

  return (text) => {
    const words: Place[] = [];
    const matches = createWindow(alternatives.length);
    let isWhole = true;
    for (const { word, start, end } of wordPlaces(text)) {
      isWhole = !(matches.isComplete() && words.length >= matches.bestStart() + LENGTH);
      if (!isWhole) break;
      const wanted = wantedBy(word);
      if (wanted >= 0) matches.add({ number: words.length, wanted, start, end });
      words.push({ start, end });
    }
    const best = matches.best();
    const piece = pieceRound(best, words, isWhole ? text.length : undefined);
    const html = marked(text, piece, best.matches);
    return {
      html: `${piece.start > 0 ? '…' : ''}${html}${piece.end < text.length ? '…' : ''}`,
      isMarked: best.matches.length > 0,
      looked: isWhole ? text.length : (words.at(-1)?.end ?? 0),
    };
  };
}

/** A short text as HTML with the words of a query marked; "" when it contains none of them. */
export function markWords(text: string, alternatives: readonly (readonly QueryWord[])[]): string {
  const wantedBy = createMatcher(alternatives);
  const matches = [...wordPlaces(text)].filter(({ word }) => wantedBy(word) >= 0);
  return matches.length === 0 ? '' : marked(text, { start: 0, end: text.length }, matches);
}

/** Returns the number of the list of words that contains a word; -1 for none. */
function createMatcher(alternatives: readonly (readonly QueryWord[])[]): (word: string) => number {
  const folded = alternatives.map((words) => words.map(({ word, isPrefix }) => ({ word: foldWord(word), isPrefix })));
  const known = new Map<string, number>();
  return (text) => {
    let wanted = known.get(text);
    if (wanted === undefined) {
      const asFolded = foldWord(text);
      wanted = folded.findIndex((words) =>
        words.some(({ word, isPrefix }) => (isPrefix ? asFolded.startsWith(word) : asFolded === word)),
      );
      known.set(text, wanted);
    }
    return wanted;
  };
}

/** Finds, among matches added in order, those close together that cover the most of the `count` words. */
function createWindow(count: number) {
  const matches: Match[] = [];
  const held = new Array<number>(count).fill(0);
  let [first, score] = [0, 0];
  let best = { first: 0, last: -1, score: 0 };
  const change = (wanted: number, by: number) => {
    const before = held[wanted] ?? 0;
    held[wanted] = before + by;
    score += Number(before + by > 0) - Number(before > 0);
  };
  return {
    add(match: Match) {
      matches.push(match);
      change(match.wanted, 1);
      for (let oldest = matches[first]; oldest && match.number - oldest.number >= LENGTH; oldest = matches[first]) {
        change(oldest.wanted, -1);
        first += 1;
      }
      if (score > best.score) best = { first, last: matches.length - 1, score };
    },
    isComplete: () => best.score === count,
    bestStart: () => matches[best.first]?.number ?? 0,
    best: (): Best => ({ matches: matches.slice(best.first), together: best.last - best.first + 1 }),
  };
}

/**
 * The part of a text with these matches in its middle. `end` is the end of the text, undefined when the text has more
 * words after those given.
 */
function pieceRound({ matches, together }: Best, words: readonly Place[], end: number | undefined): Place {
  const [head, tail] = [matches[0], matches[together - 1]];
  const spare = head && tail ? LENGTH - 1 - (tail.number - head.number) : 0;
  const middle = (head?.number ?? 0) - Math.floor(spare / 2);
  const first = Math.max(0, Math.min(middle, words.length - LENGTH));
  const start = Math.max(first === 0 ? 0 : (words[first]?.start ?? 0), (head?.start ?? 0) - MAX_BEFORE);
  const isAtEnd = end !== undefined && first + LENGTH >= words.length;
  const last = isAtEnd ? end : (words[first + LENGTH - 1]?.end ?? 0);
  return { start, end: Math.min(last, start + MAX_CHARACTERS) };
}

/** A part of a text as HTML, with the matches in it marked. */
function marked(text: string, piece: Place, matches: readonly Place[]): string {
  let html = '';
  let done = piece.start;
  for (const { start, end } of matches) {
    if (start >= piece.end) break;
    const stop = Math.min(end, piece.end);
    html += `${escaped(text.slice(done, start))}<mark>${escaped(text.slice(start, stop))}</mark>`;
    done = stop;
  }
  return html + escaped(text.slice(done, piece.end));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (symbol) => ENTITIES[symbol] ?? '');
}
