import { SaxesParser } from 'saxes';

/** An element with all its content. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
}

/** An element that was read completely, or the fault that makes the rest of the file unreadable. */
export type XmlRecord = { kind: 'element'; element: XmlElement } | { kind: 'fault'; message: string; after: string };

interface RecordRules {
  /** Whether elements of this name are wanted. Everything outside them is skipped. */
  isWanted(name: string): boolean;
  /** Whether the text of an element inside a wanted one is kept. */
  isKept(name: string, parent: string): boolean;
  /** The largest number of characters without the end of any element; {@link LONGEST_PIECE} when absent. */
  longestPiece?: number;
}

/** The largest number of characters of all texts of one element: a post of a million characters with all its data. */
const LONGEST = 16_000_000;
/** The largest number of characters without the end of any element: no export has more. */
const LONGEST_PIECE = 64_000_000;

/**
 * Reads an XML file element by element; only one is in memory at a time. A document type is skipped and its entities
 * are never resolved (abuse: entities that name files, or grow). A fault in one element affects only the enclosing
 * record.
 */
export async function* xmlRecords(texts: AsyncIterable<string>, rules: RecordRules): AsyncGenerator<XmlRecord> {
  const reader = createReader(rules);
  for await (const text of texts) {
    // A piece may have any length, as its reader chooses.
    for (let at = 0; at < text.length; at += 65_536) {
      reader.write(text.slice(at, at + 65_536));
      yield* reader.take();
      if (reader.isStuck()) {
        yield { kind: 'fault', message: 'One element is larger than any post', after: reader.lastTitle() };
        return;
      }
    }
  }
  const isWhole = reader.end();
  yield* reader.take();
  if (!isWhole) {
    const message = 'The file ends in the middle: it was not saved or copied to its end';
    yield { kind: 'fault', message, after: reader.lastTitle() };
  }
}

function createReader({ isWanted, isKept, longestPiece = LONGEST_PIECE }: RecordRules) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const done: XmlRecord[] = [];
  /** The open elements, from a wanted element inwards. */
  const open: XmlElement[] = [];
  let depth = 0;
  let room = LONGEST;
  let sinceEvent = 0;
  let lastTitle = '';

  const addText = (text: string) => {
    sinceEvent = 0;
    const element = open.at(-1);
    if (!element || !isKept(element.name, open.at(-2)?.name ?? '')) return;
    element.text += text.slice(0, room);
    room -= Math.min(room, text.length);
  };
  parser.on('error', () => {
    // A fault of one element shows in the result for that element; the parser continues after it.
  });
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0;
    depth += 1;
    if (open.length === 0 && !isWanted(name)) return;
    if (open.length === 0) room = LONGEST;
    open.push({ name, attributes, text: '', children: [] });
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    sinceEvent = 0;
    depth -= 1;
    const element = open.pop();
    if (!element) return;
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else {
      lastTitle = element.children.find(({ name }) => name === 'title')?.text.trim() ?? lastTitle;
      done.push({ kind: 'element', element });
    }
  });
  return {
    write(text: string) {
      sinceEvent += text.length;
      parser.write(text);
    },
    take: () => done.splice(0),
    isStuck: () => sinceEvent > longestPiece,
    lastTitle: () => lastTitle,
    /** Returns whether every element was closed. */
    end(): boolean {
      const isWhole = depth === 0;
      parser.close();
      return isWhole;
    },
  };
}
