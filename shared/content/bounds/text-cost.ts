/** The cost of a block's inline content beyond its length. */
export interface TextCost {
  /** Marks that may begin or end something inline. */
  delimiters: number;
  /** Closing brackets: for each, a definition is looked up. */
  closers: number;
  /** The deepest nesting of brackets. */
  nesting: number;
  /** Work that grows faster than the text, in nanoseconds approximately. */
  steps: number;
}

export const noTextCost: Readonly<TextCost> = { delimiters: 0, closers: 0, nesting: 0, steps: 0 };

// Nanoseconds, measured (README.md): for a pair of marks; a character scanned without result; a character of a label
// read again; a pair of words in an open bracket (each word looks back for the bracket, as an address may begin there).
const PAIR = 20;
const SCAN = 30;
const LABEL = 10;
const WORD_PAIR = 10;

const marks = new Set([...'*_~`[]!<&\\@|#\n'].map((mark) => mark.charCodeAt(0)));
const BACKTICK = 96;
const OPEN = 91;
const CLOSE = 93;
const BACKSLASH = 92;

/**
 * Counts the cost of one block of text (a paragraph, heading or cell; several blocks at once never cost less). One
 * pass.
 */
export function textCost(block: string): TextCost {
  let delimiters = 0;
  let closers = 0;
  let nesting = 0;
  let labels = 0;
  let words = 0;
  let wordPairs = 0;
  const open: number[] = [];
  for (let at = 0; at < block.length; at += 1) {
    const code = block.charCodeAt(at);
    if (open.length > 0 && isWordStart(block, at)) words += 1;
    if (!marks.has(code)) continue;
    delimiters += 1;
    if (code === BACKSLASH) at += 1;
    else if (code === BACKTICK) while (block.charCodeAt(at + 1) === BACKTICK) at += 1;
    else if (code === OPEN) {
      open.push(at);
      nesting = Math.max(nesting, open.length);
    } else if (code === CLOSE) {
      closers += 1;
      labels += at - (open.pop() ?? at);
      if (open.length > 0) continue;
      wordPairs += words * words;
      words = 0;
    }
  }
  const pairs = delimiters + addressStarts(block);
  wordPairs += words * words;
  const scanned = codeScan(block) + declarationScan(block) + titleScan(block) + trailScan(block);
  const steps = PAIR * pairs * pairs + SCAN * scanned + LABEL * labels + WORD_PAIR * wordPairs;
  return { delimiters, closers, nesting, steps };
}

/** Adds up the costs of blocks. */
export function addTextCost(total: TextCost, cost: TextCost): void {
  total.delimiters += cost.delimiters;
  total.closers += cost.closers;
  total.nesting = Math.max(total.nesting, cost.nesting);
  total.steps += cost.steps;
}

// The possible beginnings of an address: of a mail address, or "http" and "www" in the middle of what could be one.
const MAIL_UNIT = /[\w.+-]/;
const HTTP_OR_WWW = /[hw]/i;
const LETTER = /[a-z]/i;

function isWordStart(block: string, at: number): boolean {
  const unit = block[at] ?? '';
  const previous = at === 0 ? ' ' : (block[at - 1] ?? ' ');
  return (MAIL_UNIT.test(unit) && !MAIL_UNIT.test(previous)) || (HTTP_OR_WWW.test(unit) && !LETTER.test(previous));
}

function addressStarts(block: string): number {
  let count = 0;
  for (const _ of block.matchAll(/www\.|https?:\/\//gi)) count += 1;
  return count;
}

/**
 * Counts characters scanned for code: for a run of backticks without a later run of its length, the parser searches to
 * the end of the block.
 */
function codeScan(block: string): number {
  if (!block.includes('`')) return 0;
  const runs = [...block.matchAll(/`+/g)];
  const last = new Map(runs.map((run) => [run[0].length, run.index]));
  let scanned = 0;
  for (const run of runs) if (last.get(run[0].length) === run.index) scanned += block.length - run.index;
  return scanned;
}

/** Counts the same search for the end of a comment, an instruction, a declaration or a CDATA section. */
function declarationScan(block: string): number {
  if (!block.includes('<!') && !block.includes('<?')) return 0;
  const ends = new Map(['-->', '?>', ']]>', '>'].map((end) => [end, block.lastIndexOf(end)]));
  let scanned = 0;
  for (const match of block.matchAll(/<!--|<!\[CDATA\[|<!|<\?/g)) {
    const end = match[0] === '<!--' ? '-->' : match[0] === '<?' ? '?>' : match[0] === '<!' ? '>' : ']]>';
    if ((ends.get(end) ?? -1) <= match.index) scanned += block.length - match.index;
  }
  return scanned;
}

/**
 * Counts characters scanned for titles: a link title in parentheses reaches to the next closing one, and may be read
 * again from the next opening one.
 */
function titleScan(block: string): number {
  if (!block.includes('](') && !block.includes(']:')) return 0;
  let scanned = 0;
  let close = block.length;
  for (let at = block.length - 1; at > 0; at -= 1) {
    if (block[at] === ')') close = at;
    else if (block[at] === '(' && /\s/.test(block[at - 1] ?? '')) scanned += close - at;
  }
  return scanned;
}

/**
 * Counts characters scanned after addresses: at each punctuation character of a bare address, the parser looks past
 * those that follow, because the address may end there.
 */
function trailScan(block: string): number {
  let scanned = 0;
  for (const run of block.matchAll(/[!"'),*.:;<?_~\]&]{8,}/g)) scanned += run[0].length * run[0].length;
  return scanned;
}
