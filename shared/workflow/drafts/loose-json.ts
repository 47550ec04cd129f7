/** The values that a model's JSON can hold. */
export type LooseValue = string | number | boolean | null | LooseValue[] | LooseObject;
export interface LooseObject {
  readonly [key: string]: LooseValue;
}

export interface LooseRead {
  readonly value: LooseValue;
  /** The position at which reading ended, in UTF-16 code units. */
  readonly end: number;
}

const MAX_DEPTH = 40;

/**
 * Reads JSON as models write it, from an opening bracket on. Accepts trailing and missing commas, comments, single or
 * curly quotes, bare keys, line breaks and quotation marks inside strings, Python's True and None, and a text that is
 * cut off anywhere. Takes time linear in the text. Null when there is no bracket, or nothing in it.
 */
export function readLooseJson(text: string, start: number): LooseRead | null {
  if (text[start] !== '{' && text[start] !== '[') return null;
  const reader = new LooseReader(text, start);
  const value = reader.readValue(0);
  return value === undefined ? null : { value, end: reader.at };
}

/** A text, and the position that is read next. */
class LooseReader {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  readValue(depth: number): LooseValue | undefined {
    this.skip();
    const sign = this.text[this.at];
    if (sign === undefined || depth > MAX_DEPTH) {
      this.at = depth > MAX_DEPTH ? this.text.length : this.at;
      return undefined;
    }
    if (sign === '{') return this.readObject(depth);
    if (sign === '[') return this.readArray(depth);
    if (closingOf(sign)) return this.readString();
    return this.readWord();
  }

  readObject(depth: number): LooseObject {
    const entries = new Map<string, LooseValue>();
    this.at += 1;
    for (;;) {
      this.skip(',');
      const sign = this.text[this.at];
      if (sign === undefined) break;
      if (sign === '}' || sign === ']') {
        if (sign === '}') this.at += 1;
        break;
      }
      const before = this.at;
      const key = closingOf(sign) ? this.readString() : this.readBareKey();
      this.skip(':');
      const value = this.text[this.at] === '}' || this.text[this.at] === ',' ? null : this.readValue(depth + 1);
      if (value !== undefined) entries.set(key, value);
      if (this.at === before) this.at += 1;
    }
    return Object.fromEntries(entries);
  }

  readArray(depth: number): LooseValue[] {
    const items: LooseValue[] = [];
    this.at += 1;
    for (;;) {
      this.skip(',');
      const sign = this.text[this.at];
      if (sign === undefined) break;
      if (sign === ']' || sign === '}') {
        if (sign === ']') this.at += 1;
        break;
      }
      const before = this.at;
      const value = this.readValue(depth + 1);
      if (value !== undefined) items.push(value);
      if (this.at === before) this.at += 1;
    }
    return items;
  }

  readString(): string {
    const sign = this.text[this.at] ?? '"';
    if (this.text.startsWith('"""', this.at)) return this.readTriple();
    const close = closingOf(sign) ?? '"';
    const parts: string[] = [];
    let from = this.at + 1;
    this.at = from;
    for (; this.at < this.text.length; this.at += 1) {
      const letter = this.text[this.at];
      if (letter === '\\') {
        parts.push(this.text.slice(from, this.at), this.readEscape());
        from = this.at + 1;
      } else if (letter === close && this.isEnd(this.at + 1, close)) {
        break;
      }
    }
    parts.push(this.text.slice(from, this.at));
    this.at += 1;
    return parts.join('');
  }

  readTriple(): string {
    const end = this.text.indexOf('"""', this.at + 3);
    const value = this.text.slice(this.at + 3, end < 0 ? this.text.length : end);
    this.at = end < 0 ? this.text.length : end + 3;
    return value;
  }

  /** Reads an escape. The cursor is on the backslash before, and on the escape's last letter afterwards. */
  readEscape(): string {
    this.at += 1;
    const letter = this.text[this.at];
    if (letter === 'u') {
      const code = /^[0-9a-f]{4}/i.exec(this.text.slice(this.at + 1, this.at + 5))?.[0];
      if (code === undefined) return 'u';
      this.at += 4;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    return letter === undefined ? '' : (escapes.get(letter) ?? letter);
  }

  /**
   * Whether a quotation mark ends a string: only if the text after the mark could follow a string. Otherwise the mark
   * belongs to the string.
   */
  isEnd(after: number, close: string): boolean {
    const next = this.pastBlanks(after);
    const sign = this.text[next];
    if (sign === undefined || sign === ':' || sign === '}' || sign === ']') return true;
    if (sign === ',') {
      return beginsMember.test(this.text.slice(this.pastBlanks(next + 1), this.pastBlanks(next + 1) + 60));
    }
    // Two members without a comma between them are on two lines.
    return sign === close && this.text.slice(after, Math.min(next, after + 200)).includes('\n');
  }

  readBareKey(): string {
    const word = /^[^\s:,{}[\]"']{1,60}/.exec(this.text.slice(this.at, this.at + 60))?.[0] ?? '';
    this.at += word.length;
    return word;
  }

  readWord(): LooseValue | undefined {
    const word = /^[^\s,:{}[\]]{1,60}/.exec(this.text.slice(this.at, this.at + 60))?.[0] ?? '';
    this.at += word.length;
    if (/^true$/i.test(word)) return true;
    if (/^false$/i.test(word)) return false;
    if (/^(null|none|undefined|nan)$/i.test(word)) return null;
    const number = Number(word);
    return word !== '' && Number.isFinite(number) ? number : word === '' ? undefined : word;
  }

  pastBlanks(from: number): number {
    let next = from;
    while (next < this.text.length && this.text.charCodeAt(next) <= 32) next += 1;
    return next;
  }

  /** Skips blanks, comments and any number of one sign. */
  skip(sign = ''): void {
    for (;;) {
      this.at = this.pastBlanks(this.at);
      if (sign !== '' && this.text[this.at] === sign) {
        this.at += 1;
      } else if (this.text.startsWith('//', this.at)) {
        const end = this.text.indexOf('\n', this.at);
        this.at = end < 0 ? this.text.length : end;
      } else if (this.text.startsWith('/*', this.at)) {
        const end = this.text.indexOf('*/', this.at + 2);
        this.at = end < 0 ? this.text.length : end + 2;
      } else {
        return;
      }
    }
  }
}

/**
 * The beginnings that can follow a comma in JSON: a value, a bracket, a bare key, a comment, or the end of a text that
 * was cut off.
 */
const beginsMember = /^($|["'“`{[}\]/]|-?\d|(true|false|null|none)\b|[a-z_]\w{0,30}\s{0,5}:)/i;

function closingOf(sign: string): string | undefined {
  return quotes.get(sign);
}

const quotes = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['`', '`'],
]);
const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', ' '],
  ['f', '\n'],
]);
