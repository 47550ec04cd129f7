/** What a model's JSON can hold. */
export type LooseValue = string | number | boolean | null | LooseValue[] | LooseObject;
export interface LooseObject {
  readonly [key: string]: LooseValue;
}

export interface LooseRead {
  readonly value: LooseValue;
  /** Where reading ended, in UTF-16 code units. */
  readonly end: number;
}

const MAX_DEPTH = 40;

/**
 * Reads JSON as models write it, from an opening bracket on: trailing and missing commas, comments, single or curly quotes,
 * bare keys, line breaks and quotation marks inside strings, Python's True and None, and an end that is cut off anywhere.
 * Linear in the text. Null where there is no bracket, or nothing in it.
 */
export function readLooseJson(text: string, start: number): LooseRead | null {
  let at = start;
  if (text[at] !== '{' && text[at] !== '[') return null;
  const value = readValue(0);
  return value === undefined ? null : { value, end: at };

  function readValue(depth: number): LooseValue | undefined {
    skip();
    const sign = text[at];
    if (sign === undefined || depth > MAX_DEPTH) {
      at = depth > MAX_DEPTH ? text.length : at;
      return undefined;
    }
    if (sign === '{') return readObject(depth);
    if (sign === '[') return readArray(depth);
    if (closingOf(sign)) return readString();
    return readWord();
  }

  function readObject(depth: number): LooseObject {
    const entries = new Map<string, LooseValue>();
    at += 1;
    for (;;) {
      skip(',');
      const sign = text[at];
      if (sign === undefined) break;
      if (sign === '}' || sign === ']') {
        if (sign === '}') at += 1;
        break;
      }
      const before = at;
      const key = closingOf(sign) ? readString() : readBareKey();
      skip(':');
      const value = text[at] === '}' || text[at] === ',' ? null : readValue(depth + 1);
      if (value !== undefined) entries.set(key, value);
      if (at === before) at += 1;
    }
    return Object.fromEntries(entries);
  }

  function readArray(depth: number): LooseValue[] {
    const items: LooseValue[] = [];
    at += 1;
    for (;;) {
      skip(',');
      const sign = text[at];
      if (sign === undefined) break;
      if (sign === ']' || sign === '}') {
        if (sign === ']') at += 1;
        break;
      }
      const before = at;
      const value = readValue(depth + 1);
      if (value !== undefined) items.push(value);
      if (at === before) at += 1;
    }
    return items;
  }

  function readString(): string {
    const sign = text[at] ?? '"';
    if (text.startsWith('"""', at)) return readTriple();
    const close = closingOf(sign) ?? '"';
    const parts: string[] = [];
    let from = at + 1;
    at = from;
    for (; at < text.length; at += 1) {
      const letter = text[at];
      if (letter === '\\') {
        parts.push(text.slice(from, at), readEscape());
        from = at + 1;
      } else if (letter === close && isEnd(at + 1, close)) {
        break;
      }
    }
    parts.push(text.slice(from, at));
    at += 1;
    return parts.join('');
  }

  function readTriple(): string {
    const end = text.indexOf('"""', at + 3);
    const value = text.slice(at + 3, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 3;
    return value;
  }

  /** The cursor stands on the backslash, and on the escape's last letter afterwards. */
  function readEscape(): string {
    at += 1;
    const letter = text[at];
    if (letter === 'u') {
      const code = /^[0-9a-f]{4}/i.exec(text.slice(at + 1, at + 5))?.[0];
      if (code === undefined) return 'u';
      at += 4;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    return letter === undefined ? '' : (escapes.get(letter) ?? letter);
  }

  /** A quotation mark ends a string when what follows could follow one; else it belongs to the text. */
  function isEnd(after: number, close: string): boolean {
    const next = pastBlanks(after);
    const sign = text[next];
    if (sign === undefined || sign === ':' || sign === '}' || sign === ']') return true;
    if (sign === ',') {
      return beginsMember.test(text.slice(pastBlanks(next + 1), pastBlanks(next + 1) + 60));
    }
    // Two members without a comma between them stand on two lines.
    return sign === close && text.slice(after, Math.min(next, after + 200)).includes('\n');
  }

  function readBareKey(): string {
    const word = /^[^\s:,{}[\]"']{1,60}/.exec(text.slice(at, at + 60))?.[0] ?? '';
    at += word.length;
    return word;
  }

  function readWord(): LooseValue | undefined {
    const word = /^[^\s,:{}[\]]{1,60}/.exec(text.slice(at, at + 60))?.[0] ?? '';
    at += word.length;
    if (/^true$/i.test(word)) return true;
    if (/^false$/i.test(word)) return false;
    if (/^(null|none|undefined|nan)$/i.test(word)) return null;
    const number = Number(word);
    return word !== '' && Number.isFinite(number) ? number : word === '' ? undefined : word;
  }

  function pastBlanks(from: number): number {
    let next = from;
    while (next < text.length && text.charCodeAt(next) <= 32) next += 1;
    return next;
  }

  /** Skips blanks, comments and so many of one sign. */
  function skip(sign = ''): void {
    for (;;) {
      at = pastBlanks(at);
      if (sign !== '' && text[at] === sign) {
        at += 1;
      } else if (text.startsWith('//', at)) {
        const end = text.indexOf('\n', at);
        at = end < 0 ? text.length : end;
      } else if (text.startsWith('/*', at)) {
        const end = text.indexOf('*/', at + 2);
        at = end < 0 ? text.length : end + 2;
      } else {
        return;
      }
    }
  }
}

/** What can follow a comma in JSON: a value, a bracket, a bare key, a comment, or the end of what was cut. */
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
