import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';

/** The number of bytes in which a file declares its encoding. */
const PROLOG = 200;

/**
 * The text of an XML file, decoded according to its byte order mark or its first line (XML 1.0, Appendix F). Characters
 * that XML does not allow are removed: programs write them, and no reader would miss them.
 * @throws ImportFault for an unknown encoding
 */
export async function* decodedXml(stream: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let start = Buffer.alloc(0);
  for await (const chunk of stream) {
    let bytes = chunk as Buffer;
    if (decoder === null) {
      start = Buffer.concat([start, bytes]);
      if (start.length < PROLOG) continue;
      decoder = decoderOf(start);
      bytes = start;
    }
    yield plain(decoder.decode(bytes, { stream: true }));
  }
  if (decoder === null) yield plain(decoderOf(start).decode(start));
  else yield plain(decoder.decode());
}

/** The decoder removes a byte order mark. */
function decoderOf(start: Buffer): TextDecoder {
  const name = encodingOf(start);
  try {
    return new TextDecoder(name);
  } catch (cause) {
    throw new ImportFault(`Its letters are written in “${name.slice(0, 40)}”, which is not known here`, null, {
      cause,
    });
  }
}

function encodingOf(start: Buffer): string {
  const [first, second, third] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const prolog = start.subarray(0, PROLOG).toString('latin1');
  const said = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(prolog)?.[1] ?? 'utf-8';
  // Without a byte order mark the file is not UTF-16, even if it says so.
  return /^utf-?16/i.test(said) ? 'utf-8' : said;
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 allows none of them.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

const OPEN = '<![CDATA[';
const CLOSE = ']]>';
const BARE = /&(?!(?:#\d{1,8}|#x[\da-f]{1,6}|[a-z][\w.-]{0,40});)/gi;
/** Longer than any entity or the beginning of a section. */
const TAIL = 50;

/**
 * Escapes ampersands that begin no entity, as in a title "Fish & chips": a parser would read on to the next semicolon,
 * possibly many posts later. In CDATA sections an ampersand is literal.
 */
export async function* withoutBareAmpersands(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let isSection = false;
  let rest = '';
  for await (const text of texts) {
    let result = '';
    rest += text;
    for (;;) {
      const end = rest.indexOf(isSection ? CLOSE : OPEN);
      const part = end < 0 ? rest.slice(0, safeEnd(rest)) : rest.slice(0, end + (isSection ? CLOSE : OPEN).length);
      result += isSection ? part : part.replace(BARE, '&amp;');
      rest = rest.slice(part.length);
      if (end < 0) break;
      isSection = !isSection;
    }
    yield result;
  }
  yield isSection ? rest : rest.replace(BARE, '&amp;');
}

/** Text at the end that may be the beginning of an entity or a section waits for the next piece. */
function safeEnd(text: string): number {
  const from = Math.max(0, text.length - TAIL);
  const begun = text.slice(from).search(/[&<\]]/);
  return begun < 0 ? text.length : from + begun;
}
