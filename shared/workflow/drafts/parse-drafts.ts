import { isRefusal } from '../faults.ts';
import { headedDrafts, markedDrafts, numberedDrafts, titledDrafts } from './block-drafts.ts';
import { draftId, type GeneratedDraft } from './draft-shape.ts';
import { fencedSequence, wrappedDrafts } from './fenced-drafts.ts';
import { type Found, MAX_DRAFTS } from './found-draft.ts';
import { generatedDraft } from './generated-draft.ts';
import { jsonDrafts } from './json-drafts.ts';
import { openingTitle } from './labelled-draft.ts';
import { fenceOf, headOf, isBlank, type Line, readLines } from './lines.ts';
import { tableDrafts } from './table-drafts.ts';
import { taggedDrafts } from './tagged-drafts.ts';

export interface ParsedDrafts {
  readonly drafts: readonly GeneratedDraft[];
  /** The text outside the drafts: a greeting, a remark. It is shown, never dropped. */
  readonly leftover: string;
}

/**
 * Finds the drafts in an output of step 8 or 9, in whichever shape the model chose (README.md lists them). Returns no
 * drafts when the output cannot be read; the fallback draft then keeps it whole. `source` gives the drafts their ids
 * ({@link draftId}). Never throws, and takes time in proportion to the text.
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

/** Whether a reading found so little of a text that the reading must be wrong. */
function isMostlyLost(text: string, { drafts, leftover }: Found): boolean {
  const texts = drafts.map(({ title, slug, excerpt, tags, content }) =>
    [title, slug, excerpt, ...tags, content].join(''),
  );
  return weight(texts.join('') + leftover) < weight(text) * MIN_KEPT;
}

/** Returns the number of characters of a text without blanks; an escaped character counts once. */
function weight(text: string): number {
  return text.replace(/\\u[0-9a-f]{4}/gi, 'x').replace(/[\s\\]/g, '').length;
}

/** Returns one draft that holds a whole output. */
export function fallbackDraft(output: string, source: string): GeneratedDraft | null {
  const text = normalized(output);
  if (isBlank(text)) return null;
  const own = openingTitle(text);
  const found = { title: own?.title ?? '', slug: '', excerpt: '', tags: [], content: own?.rest ?? text };
  return generatedDraft(draftId(source, 0), found);
}

/** Returns a text without byte order marks, Windows line ends, control characters and unpaired surrogates. */
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
  const sequence = fencedSequence(lines, (inner) => findDrafts(inner, MAX_WRAPPINGS));
  if (sequence) return sequence;
  if (depth < MAX_WRAPPINGS) {
    const wrapped = wrappedDrafts(text, lines, (inner) => findDrafts(inner, depth + 1));
    if (wrapped) return wrapped;
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

function hasFencedJson(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => /^json[c5]?$/.test(fenceOf(text)?.info ?? ''));
}

const MAX_FAREWELL = 500;
const farewell =
  /^[*_]{0,2}(let me know|i hope (this|these|you)|feel free|would you like|if you('|’)?(d| would) like|please let me know|hope (this|these)|these (three |two |\d{1,2} )?(blog )?(posts|drafts)|this (blog )?(post|draft) (is|follows|has)|\(?end of (blog )?(post|draft|document)|---end|\[end)/i;

/** Separates a remark to the owner at the end of the last post. */
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
