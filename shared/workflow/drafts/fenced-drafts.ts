import { isHeadLine, isNameOfAll, markerOf } from './block-drafts.ts';
import { cleanTitle, type Found, type FoundDraft, MAX_DRAFTS } from './found-draft.ts';
import { labelledDraft } from './labelled-draft.ts';
import { labelOf } from './labels.ts';
import { type Fence, FenceWalk, fenceOf, headOf, isBlank, joinLines, type Line, readLines } from './lines.ts';

/** Reads a text that may hold drafts. */
type Read = (text: string) => Found | null;

/** What stands in a fence, and the lines before it that no fence holds. */
interface Piece {
  readonly before: readonly Line[];
  readonly lines: readonly Line[];
}

const wrapping = /^(markdown|md|text|txt|html|plaintext|json|jsonc|json5|xml|yaml|yml)$/;

/** Several fences one after the other with a post in each; `read` reads what stands in one. */
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

// A greeting before a fence, and a remark behind it, are this long at most.
const MAX_GREETING_LINES = 6;
const MAX_GREETING = 800;

/** The drafts in a fence round the whole answer, also where its end is cut off; null where there is no such fence. */
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

/** The lines behind `start` that may close its fence: of code without a language inside, opening and closing look alike. */
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
  /** It numbers a post ("## Blog Post 2: …"), so that what follows is one post. */
  readonly isNumbered: boolean;
  /** Those between it and the fence. */
  readonly labels: readonly Line[];
  /** What else stands before the fence. */
  readonly outside: readonly Line[];
}

/** What the lines before a fence call the post in it: a marker, a heading or a title's label, with labels below it. */
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
  // "Here is the post:" may stand there as well.
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
  /** There can be no other reading that is better. */
  readonly isSure: boolean;
  readonly outside: string;
}

/** The one post of a fence that has its name outside; null where nothing in the fence says that it is a post. */
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

/** A text that a fence marked as one piece, with a heading to begin with, is one draft. */
function wholeDraft(text: string): Found | null {
  const draft = labelledDraft('', readLines(text));
  return draft.title === '' || draft.content === '' ? null : { drafts: [draft], leftover: '' };
}
