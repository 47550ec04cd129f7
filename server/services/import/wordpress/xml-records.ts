import { SaxesParser } from 'saxes';

/** An element with all it holds. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
}

/** An element that was read to its end, or what is wrong with the rest of the file. */
export type XmlRecord = { kind: 'element'; element: XmlElement } | { kind: 'fault'; message: string; after: string };

interface RecordRules {
  /** Elements to be given, by their names. What lies outside of them is passed over. */
  isWanted(name: string): boolean;
  /** Whether the text of an element in one of them is of use. */
  isKept(name: string, parent: string): boolean;
  /** Characters without an end of anything; {@link LONGEST_PIECE} when absent. */
  longestPiece?: number;
}

/** Characters of one element's texts together: a post of a million, with all that is said of it. */
const LONGEST = 16_000_000;
/** Characters without an end of anything: no export has them. */
const LONGEST_PIECE = 64_000_000;

/**
 * Reads an XML file element by element; one is held at a time. A document type is passed over and its entities are never
 * resolved (abuse: entities that name files, or grow). Faults in one element cost what they stand in.
 */
export async function* xmlRecords(texts: AsyncIterable<string>, rules: RecordRules): AsyncGenerator<XmlRecord> {
  const reader = createReader(rules);
  for await (const text of texts) {
    // One piece may be as long as the file's reader likes.
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
  /** The elements that are open, from a wanted one on. */
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
    // What is wrong with one element shows in what is read of it; the parser goes on behind it.
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
    /** Answers whether every element has its end. */
    end(): boolean {
      const isWhole = depth === 0;
      parser.close();
      return isWhole;
    },
  };
}
