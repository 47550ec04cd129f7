/** What the inline content of a block costs beyond its length. */
export interface TextCost {
  /** Marks that may begin or end something inline. */
  delimiters: number;
  /** Closing brackets: each looks up a definition. */
  closers: number;
  /** Deepest nesting of brackets. */
  nesting: number;
  /** Work that grows faster than the text, in nanoseconds or thereabouts. */
  steps: number;
}

export const noTextCost: Readonly<TextCost> = { delimiters: 0, closers: 0, nesting: 0, steps: 0 };

// Nanoseconds, measured (README.md): a pair of marks; a character read in vain; a character of a label read again; a
// pair of words in an open bracket (each looks back for it, as an address may begin there).
const PAIR = 20;
const SCAN = 30;
const LABEL = 10;
const WORD_PAIR = 10;

const marks = new Set([...'*_~`[]!<&\\@|#\n'].map((mark) => mark.charCodeAt(0)));
const BACKTICK = 96;
const OPEN = 91;
const CLOSE = 93;
const BACKSLASH = 92;

/** Counts over one block of text (a paragraph, heading or cell; or more than one, which costs no less). One pass. */
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

// What an address may begin with: a mail address, or "http" and "www" in the middle of what could be one.
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

/** A run of backticks without a run of its length after it is sought to the end of the block. */
function codeScan(block: string): number {
  if (!block.includes('`')) return 0;
  const runs = [...block.matchAll(/`+/g)];
  const last = new Map(runs.map((run) => [run[0].length, run.index]));
  let scanned = 0;
  for (const run of runs) if (last.get(run[0].length) === run.index) scanned += block.length - run.index;
  return scanned;
}

/** So is the end of a comment, an instruction, a declaration or a CDATA section. */
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

/** A link title in parentheses reaches to the next closing one, and may be read again from the next opening one. */
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

/** Punctuation in a bare address is looked past at each of its characters, because it may be its end. */
function trailScan(block: string): number {
  let scanned = 0;
  for (const run of block.matchAll(/[!"'),*.:;<?_~\]&]{8,}/g)) scanned += run[0].length * run[0].length;
  return scanned;
}
