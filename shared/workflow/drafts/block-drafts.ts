import { type Found, type FoundDraft, MAX_DRAFTS } from './found-draft.ts';
import { labelledDraft } from './labelled-draft.ts';
import { labelOf } from './labels.ts';
import { type Block, cutAt, headOf, isBlank, joinLines, type Line } from './lines.ts';

const words =
  'blog ?post|blog ?article|blog ?draft|blog|post|draft|article|entry|refined (?:blog ?)?(?:post|draft)|beitrag|blogbeitrag|artikel|entwurf|entrada|artículo|borrador|postagem|artigo|rascunho|article de blog|brouillon|articolo|bozza|wpis|статья|пост|черновик|文章|博客文章|博文|草稿|記事|ブログ記事|글|مقال|yazı';
const numbers: readonly string[] = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const marker = new RegExp(
  `^([\\s#*_=\\-–—\\[<~>(]{0,40})(?:${words})\\s?(?:#|no\\.?|nr\\.?|n°|№)?\\s?(\\d{1,3}|${numbers.join('|')})(?![\\p{L}\\d])\\**\\s*([:：.)\\]>|–—-]?)(.*)$`,
  'iu',
);
// Tested first: most lines hold no number, and the pattern above is expensive.
const mayMark = new RegExp(`\\d|${numbers.join('|')}`, 'i');
const trailing = /[\s*_=\-–—\])>~#]+$/u;

export interface Marker {
  readonly number: number;
  readonly dress: 'rule' | 'heading' | 'bold' | 'plain';
  readonly heading: string;
}

/** Returns the marker of a line that numbers a post; null for any other line. */
export function markerOf({ text, isFenced }: Line): Marker | null {
  if (isFenced || text.length > 390 || !mayMark.test(text)) return null;
  const [, before = '', number = '', sign = '', rest = ''] = marker.exec(headOf(text)) ?? [];
  if (number === '') return null;
  const heading = rest.replace(/^[\s:：.)\]>|–—*=-]+/u, '').replace(trailing, '');
  const dress = dressOf(before, text);
  // A sentence that begins "Post 3 was …" is not a marker.
  if (dress === 'plain' && sign === '' && heading !== '') return null;
  const counted = Number(number) || numbers.indexOf(number.toLowerCase()) + 1;
  return { number: counted, dress, heading };
}

function dressOf(before: string, text: string): Marker['dress'] {
  if (/(-{2,}|={2,}|—{2,}|\[|<|~{2,})/.test(before)) return 'rule';
  if (before.includes('#')) return 'heading';
  return /\*\*|__/.test(before) || /\*\*\s*$/.test(text) ? 'bold' : 'plain';
}

/**
 * Finds drafts after lines such as "---BLOG POST 1---", "## Post 2: A Title", "**Draft 3**"; only the strongest kind of
 * line counts.
 */
export function markedDrafts(lines: readonly Line[]): Found | null {
  const found = lines.map(markerOf);
  for (const dress of ['rule', 'heading', 'bold', 'plain'] as const) {
    const numbered = found.filter((each) => each?.dress === dress).map((each) => each?.number ?? 0);
    const [first] = numbered;
    if (first === undefined || (dress !== 'rule' && first > 1)) continue;
    if (dress === 'plain' && numbered.length > 1 && !isRising(numbered)) continue;
    const cut = cutAt(lines, (_, index) => (found[index]?.dress === dress ? (found[index]?.heading ?? '') : null));
    const result = foundIn(cut);
    if (result) return result;
  }
  return null;
}

function isRising(numbered: readonly number[]): boolean {
  return numbered.every((number, index) => index === 0 || number === (numbered[index - 1] ?? 0) + 1);
}

/** Finds drafts that each begin with the label of a title: "Title: …", "**Title:** …". */
export function titledDrafts(lines: readonly Line[]): Found | null {
  const starts = lines.map(({ text, isFenced }) => {
    if (isFenced) return null;
    const label = labelOf(text);
    return label?.name === 'title' ? label.value : null;
  });
  const [before, first] = [
    lines.slice(
      0,
      starts.findIndex((start) => start !== null),
    ),
    starts.find((start) => start !== null),
  ];
  if (first === undefined) return null;
  // Labels above the first title, for example the slug, belong to the draft of that title.
  const isHead = before.some(({ text }) => labelOf(text) !== null) && before.every(({ text }) => isHeadLine(text));
  if (isHead) return foundIn({ before: [], blocks: [{ heading: '', lines }] });
  return foundIn(
    cutAt(lines, (_, index) => starts[index] ?? null),
    (block) => ({ ...block, lines: [{ text: `Title: ${block.heading}`, isFenced: false }, ...block.lines] }),
  );
}

/** Whether a line may stand among the labels above an article. */
export function isHeadLine(text: string): boolean {
  return isBlank(text) || labelOf(text) !== null || /^\s{0,3}-{3,}\s*$/.test(headOf(text));
}

const h1 = /^ {0,3}#\s+(\S.*)$/;
const html1 = /^\s{0,8}<h1\b[^<>]{0,200}>(.{1,280}?)<\/h1>/i;

/** Finds drafts that each begin with a heading of the first level, in Markdown or HTML. */
export function headedDrafts(lines: readonly Line[]): Found | null {
  const starts = lines.map(({ text, isFenced }, index) => {
    if (isFenced || text.length > 390) return null;
    const title = h1.exec(text)?.[1] ?? html1.exec(text)?.[1];
    if (title !== undefined) return title;
    if (lines[index + 1]?.text[0] !== '=') return null;
    const isUnderlined = /^={3,100}\s*$/.test(lines[index + 1]?.text ?? '') && !isBlank(text);
    return isUnderlined ? text.trim() : null;
  });
  const cut = cutAt(lines, (_, index) => starts[index] ?? null);
  // "# Three Blog Posts" above "## 1. …" is the name of the whole answer.
  const [only] = cut.blocks;
  if (cut.blocks.length === 1 && only && isNameOfAll(only.heading)) {
    const inside = numberedDrafts(only.lines) ?? secondLevelDrafts(only.lines);
    if (inside) return inside;
  }
  return foundIn(cut);
}

/** Whether a heading names several posts, as in "Three Blog Posts". */
export function isNameOfAll(heading: string): boolean {
  return /\b(blog ?)?(posts|drafts|articles|beiträge|artikel|entradas|artículos|articles)\b/i.test(heading);
}

const numberedHeading =
  /^ {0,3}(?:#{1,4}\s+\*{0,2}(\d{1,3})[.):]\s*|\*\*(\d{1,3})[.):]\s+|(\d{1,3})[.)]\s+\*\*)(\S.*)$/;

/**
 * Finds drafts under numbered headings, "## 1. A Title", "**2. A Title**". Each must be long enough to be a post and
 * not a section.
 */
export function numberedDrafts(lines: readonly Line[]): Found | null {
  const starts = lines.map(({ text, isFenced }) => {
    const match = isFenced || text.length > 390 ? null : numberedHeading.exec(text);
    return match
      ? { number: Number(match[1] ?? match[2] ?? match[3]), heading: (match[4] ?? '').replace(/\*\*\s*$/, '') }
      : null;
  });
  const numbers = starts.flatMap((start) => (start ? [start.number] : []));
  if (numbers.length < 2 || numbers[0] !== 1 || !isRising(numbers)) return null;
  const cut = cutAt(lines, (_, index) => starts[index]?.heading ?? null);
  return isEvery(cut.blocks, isPostLike) ? foundIn(cut) : null;
}

function secondLevelDrafts(lines: readonly Line[]): Found | null {
  const cut = cutAt(lines, ({ text, isFenced }) =>
    isFenced ? null : (/^ {0,3}##\s+(\S.*)$/.exec(headOf(text))?.[1] ?? null),
  );
  return cut.blocks.length > 1 && isEvery(cut.blocks, isPostLike) ? foundIn(cut) : null;
}

function isEvery(blocks: readonly Block[], test: (block: Block) => boolean): boolean {
  return blocks.length > 0 && blocks.every(test);
}

const MIN_POST_WORDS = 120;

/** Whether a block has parts of its own, or is longer than any section in an article with a list of ten items. */
function isPostLike({ lines }: Block): boolean {
  if (lines.some(({ text, isFenced }) => !isFenced && (labelOf(text) !== null || /^#{2,6}\s/.test(text)))) return true;
  return joinLines(lines).slice(0, 20_000).split(/\s+/).length >= MIN_POST_WORDS;
}

function foundIn(
  { before, blocks }: { before: readonly Line[]; blocks: readonly Block[] },
  prepare: (block: Block) => Block = (block) => block,
): Found | null {
  if (blocks.length > MAX_DRAFTS) return null;
  const drafts: FoundDraft[] = [];
  const outside = [joinLines(before)];
  for (const block of blocks) {
    const { heading, lines } = prepare(block);
    const draft = labelledDraft(heading, lines);
    if (draft.content === '') outside.push([block.heading, joinLines(block.lines)].join('\n'));
    else drafts.push(draft);
  }
  return drafts.length === 0 ? null : { drafts, leftover: outside.join('\n').trim() };
}
