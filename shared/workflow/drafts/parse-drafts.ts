import { isRefusal } from '../faults.ts';
import { headedDrafts, markedDrafts, numberedDrafts, titledDrafts } from './block-drafts.ts';
import { type Found, type FoundDraft, MAX_DRAFTS } from './found-draft.ts';
import { draftId, type GeneratedDraft, generatedDraft } from './generated-draft.ts';
import { jsonDrafts } from './json-drafts.ts';
import { labelledDraft, openingTitle } from './labelled-draft.ts';
import { fenceOf, headOf, isBlank, joinLines, type Line, readLines } from './lines.ts';
import { tableDrafts } from './table-drafts.ts';
import { taggedDrafts } from './tagged-drafts.ts';

export interface ParsedDrafts {
  readonly drafts: readonly GeneratedDraft[];
  /** What stood outside of the drafts: a greeting, a remark. Shown, never dropped. */
  readonly leftover: string;
}

/**
 * The drafts in an output of step 8 or 9, in whichever shape the model chose (README.md lists them); none where it cannot
 * be read, where the fallback draft keeps it whole. `source` names the drafts ({@link draftId}). Never throws, and takes
 * time in proportion to the text.
 */
export function parseDrafts(output: string, source: string): ParsedDrafts {
  const text = normalized(output);
  const found = isBlank(text) || isRefusal(text) ? null : findDrafts(text, 0);
  if (found === null || found.drafts.length > MAX_DRAFTS || isMostlyLost(text, found))
    return { drafts: [], leftover: text };
  const last = found.drafts.at(-1);
  const ending = last ? withoutFarewell(last.content) : { content: '', farewell: '' };
  const drafts = found.drafts.map((draft) => (draft === last ? { ...draft, content: ending.content } : draft));
  return {
    drafts: drafts.map((draft, index) => generatedDraft(draftId(source, index), draft)),
    leftover: [found.leftover, ending.farewell].join('\n').trim(),
  };
}

const MIN_KEPT = 1 / 3;

/** Whether a reading found so little of a text that it must have been a wrong one. */
function isMostlyLost(text: string, { drafts, leftover }: Found): boolean {
  const kept = drafts.map(({ title, slug, excerpt, tags, content }) =>
    [title, slug, excerpt, ...tags, content].join(''),
  );
  return weight(kept.join('') + leftover) < weight(text) * MIN_KEPT;
}

/** Signs of a text without blanks; one that is escaped counts once. */
function weight(text: string): number {
  return text.replace(/\\u[0-9a-f]{4}/gi, 'x').replace(/[\s\\]/g, '').length;
}

/** The drafts of an output; where none can be read, one with all of it (admin spec §4). None for a blank output. */
export function draftsOf(output: string, source: string): readonly GeneratedDraft[] {
  const { drafts } = parseDrafts(output, source);
  if (drafts.length > 0) return drafts;
  const fallback = fallbackDraft(output, source);
  return fallback ? [fallback] : [];
}

/** One draft that holds an output whole. */
export function fallbackDraft(output: string, source: string): GeneratedDraft | null {
  const text = normalized(output);
  if (isBlank(text)) return null;
  const own = openingTitle(text);
  const found = { title: own?.title ?? '', slug: '', excerpt: '', tags: [], content: own?.rest ?? text };
  return generatedDraft(draftId(source, 0), found);
}

/** Without byte order marks, Windows line ends, control characters and halves of characters. */
function normalized(output: string): string {
  return output
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\p{Cc}\uFEFF\u200B]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim();
}

const MAX_WRAPPINGS = 3;

function findDrafts(text: string, depth: number): Found | null {
  if (/^[[{]/.test(text) && !/^\[[^\]\n]{1,80}\]\s*(\n|\()/.test(text.slice(0, 100))) {
    const json = jsonDrafts(text);
    if (json) return json;
  }
  const lines = readLines(text);
  const sequence = fencedSequence(lines);
  if (sequence) return sequence;
  if (depth < MAX_WRAPPINGS) {
    const inner = unfenced(text, lines);
    if (inner !== null) {
      const found = findDrafts(inner.text, depth + 1) ?? wholeDraft(inner.text);
      return found && { ...found, leftover: `${inner.outside}\n${found.leftover}`.trim() };
    }
  }
  return (
    markedDrafts(lines) ??
    (hasFencedJson(lines) || /\n[ \t]*[[{]\s*["{]/.test(text.slice(0, 3000)) ? jsonDrafts(text) : null) ??
    taggedDrafts(lines) ??
    tableDrafts(lines) ??
    titledDrafts(lines) ??
    headedDrafts(lines) ??
    numberedDrafts(lines)
  );
}

/** A text that a fence marked as one piece, with a heading to begin with, is one draft. */
function wholeDraft(text: string): Found | null {
  const draft = labelledDraft('', readLines(text));
  return draft.title === '' || draft.content === '' ? null : { drafts: [draft], leftover: '' };
}

function hasFencedJson(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => /^json[c5]?$/.test(fenceOf(text)?.info ?? ''));
}

const wrapping = /^(markdown|md|text|txt|html|plaintext|json|jsonc|json5|xml|yaml|yml)$/;

/** Several fences one after the other with a post in each. */
function fencedSequence(lines: readonly Line[]): Found | null {
  const pieces: Line[][] = [];
  const outside: string[] = [];
  let open: { lines: Line[]; mark: string } | null = null;
  for (const line of lines) {
    const fence = fenceOf(line.text);
    if (open === null && fence && wrapping.test(fence.info)) {
      open = { lines: [], mark: fence.mark };
    } else if (open && fence && fence.info === '' && fence.mark === open.mark) {
      pieces.push(open.lines);
      open = null;
    } else if (open) {
      open.lines.push(line);
    } else {
      outside.push(line.text);
    }
  }
  if (open) pieces.push(open.lines);
  if (pieces.length < 2 || pieces.length > MAX_DRAFTS) return null;
  const inside = pieces.reduce((sum, piece) => sum + piece.reduce((all, line) => all + line.text.length, 0), 0);
  if (outside.join('\n').length * 4 > inside) return null;
  const drafts: FoundDraft[] = [];
  for (const piece of pieces) {
    const text = joinLines(piece).trim();
    const found = findDrafts(text, MAX_WRAPPINGS) ?? wholeDraft(text);
    if (!found) return null;
    drafts.push(...found.drafts);
    outside.push(found.leftover);
  }
  return { drafts, leftover: outside.join('\n').trim() };
}

// A greeting before a fence, and a remark behind it, are this long at most.
const MAX_GREETING_LINES = 6;
const MAX_GREETING = 800;

/** What stands in a fence round the whole answer, also where its end is cut off; null where there is no such fence. */
function unfenced(text: string, lines: readonly Line[]): { text: string; outside: string } | null {
  const start = lines.slice(0, MAX_GREETING_LINES).findIndex((line) => fenceOf(line.text) !== null);
  const first = fenceOf(lines[start]?.text ?? '');
  const isWrapping = first !== null && (wrapping.test(first.info) || (start === 0 && first.info === ''));
  if (!isWrapping) return null;
  const before = joinLines(lines.slice(0, start));
  const from = Math.max(start + 1, lines.length - MAX_GREETING_LINES);
  const end = lines.findLastIndex((line, index) => index >= from && isClose(line.text, first.mark));
  const after = end < 0 ? '' : joinLines(lines.slice(end + 1));
  const inner = joinLines(lines.slice(start + 1, end < 0 ? undefined : end)).trim();
  if (inner === '' || before.length + after.length > Math.min(MAX_GREETING, text.length / 2)) return null;
  return { text: inner, outside: `${before}\n${after}`.trim() };
}

function isClose(line: string, mark: string): boolean {
  const fence = fenceOf(line);
  return fence !== null && fence.info === '' && fence.mark[0] === mark[0] && fence.mark.length >= mark.length;
}

const MAX_FAREWELL = 500;
const farewell =
  /^[*_]{0,2}(let me know|i hope (this|these|you)|feel free|would you like|if you('|’)?(d| would) like|please let me know|hope (this|these)|these (three |two |\d{1,2} )?(blog )?(posts|drafts)|this (blog )?(post|draft) (is|follows|has)|\(?end of (blog )?(post|draft|document)|---end|\[end)/i;

/** A remark to the owner behind the last post. */
function withoutFarewell(content: string): { content: string; farewell: string } {
  const at = content.lastIndexOf('\n\n');
  const last = content.slice(at + 2);
  if (at < 0 || last.length > MAX_FAREWELL || !farewell.test(headOf(last))) return { content, farewell: '' };
  return {
    content: content
      .slice(0, at)
      .replace(/\n\s*-{3,}\s*$/, '')
      .trim(),
    farewell: last,
  };
}
