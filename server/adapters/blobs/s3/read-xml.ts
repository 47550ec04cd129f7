import { SaxesParser } from 'saxes';

/** The texts of the elements of one entry, by their names. */
export type XmlEntry = Readonly<Record<string, string>>;

/** An answer: its entries, and the fields outside them. */
interface XmlAnswer {
  root: string;
  fields: XmlEntry;
  entries: XmlEntry[];
}

/**
 * Parses an answer of the service: `entry` is the name of the repeated elements. Throws for incomplete or invalid XML.
 * Entities that the answer itself defines are not resolved.
 */
export function readXml(text: string, entry: string): XmlAnswer {
  const parser = new SaxesParser({ xmlns: false });
  const open: string[] = [];
  const answer: XmlAnswer & { fields: Record<string, string> } = { root: '', fields: {}, entries: [] };
  let current: Record<string, string> | null = null;
  let written = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    if (open.length === 0) answer.root = name;
    open.push(name);
    written = '';
    if (name === entry && open.length === 2) current = {};
  });
  parser.on('text', (piece) => {
    written += piece;
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    if (name === entry && open.length === 1 && current) {
      answer.entries.push(current);
      current = null;
    } else if (current && open.length === 2) {
      current[name] = written;
    } else if (!current && open.length === 1) {
      answer.fields[name] = written;
    }
    written = '';
  });
  parser.write(text).close();
  return answer;
}

/** Escapes a text for the inside of an element. */
export function xmlText(text: string): string {
  return text.replace(/[<>&]/g, (char) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[char] ?? '');
}
