import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ImportFault } from './import-fault.ts';

/** More values than any front matter or map contains. */
const MOST_VALUES = 20_000;
/** Each alias costs a walk through the document and repeats the value it stands for. */
const MOST_ALIASES = 100;
const DEEPEST = 20;

/** A value of a YAML file: every scalar stays text, so that a tag `no` or a title `2014` stays as it was written. */
export type YamlValue = string | null | YamlValue[] | { [key: string]: YamlValue };

export interface YamlRecord {
  values: ReadonlyMap<string, YamlValue>;
  /** Returns the line (from 1, in the file) of a value: that of its key, or of its entry in a list or record. */
  lineOf(path: readonly (string | number)[]): number;
}

/**
 * Reads YAML (or JSON, which is YAML) whose top level is a record. `firstLine` is the line of the file on which
 * `source` begins.
 * @throws ImportFault with the line of the first fault.
 */
export function readYamlRecord(source: string, firstLine = 1): YamlRecord {
  const counter = new LineCounter();
  const document = parseTolerant(source, counter, firstLine);
  const { contents } = document;
  const lineAt = (offset: number | undefined) => counter.linePos(offset ?? 0).line + firstLine - 1;
  const values = new Map<string, YamlValue>();
  if (contents === null || (isScalar(contents) && contents.value === '')) return { values, lineOf: () => firstLine };
  if (!isMap(contents)) throw new ImportFault('Must be a list of “name: value” lines', firstLine);

  const read = valueReader(document);
  for (const { key, value } of contents.items) {
    const name = isScalar(key) ? String(key.value) : null;
    if (name !== null) values.set(name, read(value, lineAt(isNode(key) ? key.range?.[0] : 0)));
  }
  return {
    values,
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const pair = contents.items.find(({ key }) => isScalar(key) && String(key.value) === path[0]);
        const node = length === 1 ? pair?.key : document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return firstLine;
    },
  };
}

/**
 * Parses with a second attempt. YAML 1.2 refuses quoted text whose later lines begin at the margin, but the readers of
 * other generators accept it, and many files have it. Indenting these lines does not change the text, so the second
 * attempt does that.
 */
function parseTolerant(source: string, counter: LineCounter, firstLine: number): Document.Parsed {
  const options = { schema: 'failsafe', lineCounter: counter, prettyErrors: false } as const;
  let document = parseDocument(source, options);
  const [fault] = document.errors;
  if (!fault) return document;
  const { line } = counter.linePos(fault.pos[0]);
  counter.lineStarts.length = 0;
  const moved = moveQuotedTextIn(source);
  document = parseDocument(moved.text, options);
  if (document.errors.length === 0) return document;
  if (moved.openLine !== null) {
    throw new ImportFault(
      'Cannot be read as YAML: the quotation mark of this line is not closed',
      moved.openLine + firstLine,
    );
  }
  throw new ImportFault(`Cannot be read as YAML: ${sentence(fault.message)}`, line + firstLine - 1, { cause: fault });
}

function sentence(message: string): string {
  return message.replace(/\s+/g, ' ').trim();
}

/**
 * Indents the later lines of quoted texts. The number of lines stays the same, so line numbers do too. `openLine`,
 * counted from 0, is where a text begins that never ends.
 */
function moveQuotedTextIn(source: string): { text: string; openLine: number | null } {
  let closing: RegExp | null = null;
  let indent = '';
  let openLine: number | null = null;
  const lines = source.split('\n').map((line, index) => {
    if (closing) {
      if (closing.test(line)) closing = null;
      return indent + line;
    }
    const opening = /^([ ]*)(?:- |[\w-]+:)\s*(["'])(.*)$/.exec(line);
    const end = opening?.[2] === '"' ? /^(?:[^"\\]|\\.)*"/ : /^(?:[^']|'')*'(?!')/;
    if (opening && !end.test(opening[3] ?? '')) {
      closing = end;
      indent = `${opening[1]}    `;
      openLine = index;
    }
    return line;
  });
  return { text: lines.join('\n'), openLine: closing ? openLine : null };
}

function valueReader(document: Document): (node: unknown, line: number, depth?: number) => YamlValue {
  let count = 0;
  let aliases = 0;
  return function read(node, line, depth = 0): YamlValue {
    count += 1;
    if (count > MOST_VALUES || depth > DEEPEST) throw new ImportFault('Holds more values than can be meant', line);
    if (isAlias(node)) {
      aliases += 1;
      if (aliases > MOST_ALIASES) throw new ImportFault('Holds more aliases than can be meant', line);
      return read(node.resolve(document), line, depth + 1);
    }
    if (isSeq(node)) return node.items.map((item) => read(item, line, depth + 1));
    if (isMap(node)) {
      const record = Object.create(null) as { [key: string]: YamlValue };
      for (const { key, value } of node.items)
        if (isScalar(key)) record[String(key.value)] = read(value, line, depth + 1);
      return record;
    }
    if (!isScalar(node)) return null;
    const text = String(node.value ?? '');
    return node.type === 'PLAIN' && /^(?:null|~|)$/i.test(text) ? null : text;
  };
}
