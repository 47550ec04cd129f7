import type { QueryWord } from '#shared/content/search/search-query.ts';
import { foldWord, wordPlaces } from '#shared/content/search/search-words.ts';

/** Words of a snippet. */
const LENGTH = 28;
/** Characters of a snippet, and before its first match; a text may have words of any length, and gaps between them. */
const MAX_CHARACTERS = 800;
const MAX_BEFORE = 300;

/** A piece of a text. */
interface Snippet {
  /** HTML: `<mark>` round the words that were looked for, everything else escaped. */
  html: string;
  /** Whether any of them stands in it. */
  isMarked: boolean;
  /** Characters of the text that were looked at to find it. */
  looked: number;
}

interface Place {
  start: number;
  end: number;
}

/** A word that was looked for. */
interface Match extends Place {
  /** Its number among the words of the text. */
  number: number;
  /** Which of the words looked for it is. */
  wanted: number;
}

/** The matches from the first of those that stand together on, and how many of them do. */
interface Best {
  matches: Match[];
  together: number;
}

/**
 * Makes snippets for the words of a query, each with those that are as good as it. A snippet is the first piece of the
 * text that holds the most of them. The text is gone through once, no further than needed: FTS5's own `snippet()`
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

/** A short text as HTML with the words of a query marked; "" where none stands in it. */
export function markWords(text: string, alternatives: readonly (readonly QueryWord[])[]): string {
  const wantedBy = createMatcher(alternatives);
  const matches = [...wordPlaces(text)].filter(({ word }) => wantedBy(word) >= 0);
  return matches.length === 0 ? '' : marked(text, { start: 0, end: text.length }, matches);
}

/** Which of the lists of words a word is in; -1 for none. */
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

/** Of the matches that are added in their order, those that stand together and are most of the `count` words. */
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

/** The piece of a text with these matches in its middle. `end` of the text; absent where there are more words behind. */
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

/** A piece as HTML, with the matches that stand in it marked. */
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
