import { isHeadLine, isNameOfAll, markerOf } from './block-drafts.ts';
import { cleanTitle, type Found, type FoundDraft, MAX_DRAFTS } from './found-draft.ts';
import { labelledDraft } from './labelled-draft.ts';
import { labelOf } from './labels.ts';
import { type Fence, FenceWalk, fenceOf, headOf, isBlank, joinLines, type Line, readLines } from './lines.ts';

/** Reads a text that may hold drafts. */
type Read = (text: string) => Found | null;

/** The lines in a fence, and the lines before it that are in no fence. */
interface Piece {
  readonly before: readonly Line[];
  readonly lines: readonly Line[];
}

const wrapping = /^(markdown|md|text|txt|html|plaintext|json|jsonc|json5|xml|yaml|yml)$/;

/** Finds drafts in several fences, one after the other, with a post in each; `read` reads the text of one fence. */
export function fencedSequence(lines: readonly Line[], read: Read): Found | null {
  const { pieces, after } = cutAtFences(lines);
  if (pieces.length < 2 || pieces.length > MAX_DRAFTS) return null;
  const outside = joinLines([...pieces.flatMap(({ before }) => before), ...after]);
  const inside = pieces.reduce((sum, piece) => sum + piece.lines.reduce((all, line) => all + line.text.length, 0), 0);
  const isEachNumbered = pieces.every(({ before }) => nameBefore(before)?.isNumbered);
  if (!isEachNumbered && outside.length * 4 > inside) return null;
  const drafts: FoundDraft[] = [];
  const leftover: string[] = [];
  for (const piece of pieces) {
    const found = draftsIn(piece, read);
    if (!found) return null;
    drafts.push(...found.drafts);
    leftover.push(found.leftover);
  }
  return { drafts, leftover: [...leftover, joinLines(after)].join('\n').trim() };
}

function cutAtFences(lines: readonly Line[]): { pieces: readonly Piece[]; after: readonly Line[] } {
  const pieces: Piece[] = [];
  let before: Line[] = [];
  let open: { lines: Line[]; walk: FenceWalk } | null = null;
  for (const line of lines) {
    const fence = fenceOf(line.text);
    if (open === null && fence && wrapping.test(fence.info)) {
      open = { lines: [], walk: new FenceWalk(fence) };
    } else if (open && fence && open.walk.isClosedBy(fence)) {
      pieces.push({ before, lines: open.lines });
      before = [];
      open = null;
    } else {
      (open?.lines ?? before).push(line);
    }
  }
  if (open === null) return { pieces, after: before };
  return { pieces: [...pieces, { before, lines: open.lines }], after: [] };
}

// The greatest length of a greeting before a fence, and of a remark after it.
const MAX_GREETING_LINES = 6;
const MAX_GREETING = 800;

/**
 * Finds the drafts in a fence around the whole answer, even if the end of the fence is cut off; null when there is no
 * such fence.
 */
export function wrappedDrafts(text: string, lines: readonly Line[], read: Read): Found | null {
  const start = lines.slice(0, MAX_GREETING_LINES).findIndex((line) => fenceOf(line.text) !== null);
  const first = fenceOf(lines[start]?.text ?? '');
  const isWrapping = first !== null && (wrapping.test(first.info) || (start === 0 && first.info === ''));
  if (!isWrapping) return null;
  const before = lines.slice(0, start);
  const from = Math.max(start + 1, lines.length - MAX_GREETING_LINES);
  const end = closingLines(lines, start, first).findLast((index) => index >= from) ?? -1;
  const after = end < 0 ? '' : joinLines(lines.slice(end + 1));
  const inside = lines.slice(start + 1, end < 0 ? undefined : end);
  if (inside.every((line) => isBlank(line.text))) return null;
  if (joinLines(before).length + after.length > Math.min(MAX_GREETING, text.length / 2)) return null;
  const found = draftsIn({ before, lines: inside }, read);
  return found && { ...found, leftover: `${found.leftover}\n${after}`.trim() };
}

/**
 * Returns the lines after `start` that may close its fence: for code inside without a language, opening and closing
 * lines look alike.
 */
function closingLines(lines: readonly Line[], start: number, outer: Fence): number[] {
  const walk = new FenceWalk(outer, { hasInner: true });
  const found: number[] = [];
  for (let index = start + 1; index < lines.length; index += 1) {
    const fence = fenceOf(lines[index]?.text ?? '');
    if (fence && walk.isClosedBy(fence)) found.push(index);
  }
  return found;
}

function draftsIn({ before, lines }: Piece, read: Read): Found | null {
  const text = joinLines(lines).trim();
  const name = nameBefore(before);
  const named = name && !/^[[{<|]/.test(text) ? namedDraft(name, text) : null;
  const draft = named?.isSure ? named.found : (read(text) ?? named?.found ?? wholeDraft(text));
  if (draft === null) return null;
  const rest = name && draft === named?.found ? named.outside : joinLines(before);
  return { ...draft, leftover: [rest, draft.leftover].join('\n').trim() };
}

interface Name {
  readonly title: string;
  /** The name numbers a post ("## Blog Post 2: …"), so one post follows. */
  readonly isNumbered: boolean;
  /** The labels between the name and the fence. */
  readonly labels: readonly Line[];
  /** The other lines before the fence. */
  readonly outside: readonly Line[];
}

/**
 * Reads the name of a post from the lines before its fence: a marker, a heading or the label of a title, with labels
 * below it.
 */
function nameBefore(before: readonly Line[]): Name | null {
  const numbered = before.findLastIndex((line) => markerOf(line) !== null);
  const isNumbered = numbered >= 0;
  const at = isNumbered ? numbered : before.findLastIndex((line) => !isHeadLine(line.text) || isTitle(line.text));
  const line = before[at];
  if (!line) return null;
  const title = isNumbered ? (markerOf(line)?.heading ?? null) : headingOf(line.text);
  if (title === null || (!isNumbered && isNameOfAll(title))) return null;
  const below = before.slice(at + 1);
  const labels = below.filter(({ text }) => isHeadLine(text));
  // A line such as "Here is the post:" may be among them as well.
  const talk = below.filter(({ text }) => !isHeadLine(text));
  return { title, isNumbered, labels, outside: [...before.slice(0, at), ...talk] };
}

function isTitle(text: string): boolean {
  return labelOf(text)?.name === 'title';
}

function headingOf(text: string): string | null {
  const label = labelOf(text);
  if (label) return label.name === 'title' ? label.value : null;
  const [, heading, bold] = /^ {0,3}(?:#{1,4}\s+(\S.*)|\*\*([^*]+)\*\*:?\s*)$/.exec(headOf(text)) ?? [];
  return (heading ?? bold)?.replace(/^\**\d{1,3}[.):]\s+/, '') ?? null;
}

interface NamedDraft {
  readonly found: Found;
  /** No other reading can be better. */
  readonly isSure: boolean;
  readonly outside: string;
}

/**
 * Reads the one post of a fence whose name is outside the fence; null when nothing shows that the fence holds a post.
 */
function namedDraft(name: Name, text: string): NamedDraft | null {
  const inside = readLines(text);
  const isSeveral = inside.some(({ text: line }) => markerOf({ text: line, isFenced: false }) !== null);
  const isLabelled = labelOf(inside[0]?.text ?? '') !== null || name.labels.some((line) => labelOf(line.text) !== null);
  if (isSeveral || !(name.isNumbered || isLabelled)) return null;
  const draft = labelledDraft(name.title, [...name.labels, ...inside]);
  if (draft.content === '') return null;
  const isUsed = draft.title === cleanTitle(name.title);
  const heading = isUsed ? '' : name.title;
  return {
    found: { drafts: [draft], leftover: '' },
    isSure: name.isNumbered,
    outside: [joinLines(name.outside), heading].join('\n').trim(),
  };
}

/** Reads a text that a fence has marked as one piece: with a heading at its beginning it is one draft. */
function wholeDraft(text: string): Found | null {
  const draft = labelledDraft('', readLines(text));
  return draft.title === '' || draft.content === '' ? null : { drafts: [draft], leftover: '' };
}
