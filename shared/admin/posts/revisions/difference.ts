import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import { countWords } from '#shared/content/read-time.ts';
import type { PostRevision } from '#shared/contract/posts/post-revisions.ts';
import { type ComparedText, comparedTexts, postFieldTable } from '#shared/kernel/post-field-table.ts';

/** A piece of two texts: in both, only in the first, or only in the second. */
export interface Part {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** The texts of a revision that are compared. */
export type RevisionTexts = Pick<PostRevision, ComparedText>;

// Beyond these numbers the search for the smallest difference takes too long: the whole piece is then shown as
// replaced.
const MOST_LINES = 2000;
const MOST_WORDS = 1000;

/**
 * Returns the differences that turn `before` into `after`: first by lines, and within changed lines by words. `same`
 * and `gone` together are `before`; `same` and `new` together are `after`.
 */
export function differenceOf(before: string, after: string): Part[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const lines = diffLines(before, after, { maxEditLength: MOST_LINES });
  if (!lines) return replaced(before, after);
  const parts: Part[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [line, next] = [lines[index], lines[index + 1]];
    if (!line) break;
    if (line.removed && next?.added) {
      parts.push(...wordsOf(line.value, next.value));
      index += 1;
    } else parts.push(partOf(line));
  }
  return parts;
}

/** Returns how a save changed a post's texts, in a few words: "Title, 12 words added". */
export function shortDifference(before: RevisionTexts, after: RevisionTexts): string {
  const changed = comparedTexts
    .filter((name) => name !== 'content' && before[name] !== after[name])
    .map((name) => postFieldTable[name].label.toLowerCase());
  if (before.content !== after.content) changed.push(wordsChanged(differenceOf(before.content, after.content)));
  // Revisions also keep the other fields of a post, but changes of those are not described.
  if (changed.length === 0) return 'The texts stayed as they were';
  const text = changed.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function wordsChanged(parts: readonly Part[]): string {
  const count = (kind: Part['kind']) =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? countWords(part.text) : 0), 0);
  const [added, removed] = [count('new'), count('gone')];
  const said: string[] = [];
  if (added > 0) said.push(`${words(added)} added`);
  if (removed > 0) said.push(`${words(removed)} removed`);
  return said.length === 0 ? 'blanks or signs in the content' : said.join(', ');
}

function words(count: number): string {
  return count === 1 ? '1 word' : `${count.toLocaleString('en-US')} words`;
}

/** The number of lines kept at either end of a long stretch that both texts share. */
const CONTEXT = 2;

/** Returns a difference without the lines far from any change; `null` marks where lines are left out. */
export function withoutDistant(parts: readonly Part[]): (Part | null)[] {
  return parts.flatMap((part, index): (Part | null)[] => {
    if (part.kind !== 'same') return [part];
    const lines = part.text.split(/(?<=\n)/);
    const head = index === 0 ? 0 : CONTEXT;
    const tail = index === parts.length - 1 ? 0 : CONTEXT;
    if (parts.length === 1 || lines.length <= head + tail + 1) return [part];
    const sameLines = (from: number, to: number): Part[] =>
      to > from ? [{ kind: 'same', text: lines.slice(from, to).join('') }] : [];
    return [...sameLines(0, head), null, ...sameLines(lines.length - tail, lines.length)];
  });
}

function wordsOf(before: string, after: string): Part[] {
  return diffWordsWithSpace(before, after, { maxEditLength: MOST_WORDS })?.map(partOf) ?? replaced(before, after);
}

function partOf({ value, added, removed }: Change): Part {
  return { kind: added ? 'new' : removed ? 'gone' : 'same', text: value };
}

function replaced(before: string, after: string): Part[] {
  const both: Part[] = [
    { kind: 'gone', text: before },
    { kind: 'new', text: after },
  ];
  return both.filter(({ text }) => text !== '');
}
