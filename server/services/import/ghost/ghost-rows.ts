import type { Readable } from 'node:stream';
import { JSONParser } from '@streamparser/json';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';

/** A row of a table of Ghost's database, or the metadata of the export. */
export interface GhostRow {
  /** "posts", "tags"; "meta" for the metadata of the export. */
  table: string;
  /** Not checked yet. */
  value: unknown;
}

/** The number of bytes without the end of a row after which reading fails: no post is that long. */
const LONGEST = 64_000_000;

/** Ghost wraps its tables in `db`; other programs that write its format do not. */
const PATHS = ['$.db.*.data.*.*', '$.db.*.meta', '$.data.*.*', '$.meta'];

/**
 * Reads an export of Ghost row by row, in the order of the file; only a piece of the file is in memory.
 * @throws ImportFault when the file is not JSON, or ends too early
 */
export async function* ghostRows(stream: Readable): AsyncGenerator<GhostRow> {
  const rows: GhostRow[] = [];
  const parser = new JSONParser({ paths: PATHS, keepStack: false });
  let fault: ImportFault | null = null;
  let sinceRow = 0;
  parser.onValue = ({ value, key, stack }) => {
    const isMeta = key === 'meta';
    rows.push({ table: isMeta ? 'meta' : String(stack.at(-1)?.key ?? ''), value });
  };
  parser.onError = (cause) => {
    fault ??= new ImportFault(`The file is no JSON, or is damaged: ${cause.message.slice(0, 200)}`, null, { cause });
  };
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of stream) {
    // Decoding removes a byte order mark, and replaces invalid UTF-8 by the replacement character.
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if (fault !== null) break;
    sinceRow = rows.length > 0 ? 0 : sinceRow + (chunk as Buffer).length;
    if (sinceRow > LONGEST) throw new ImportFault('The file holds something that is larger than any post');
    yield* rows.splice(0);
  }
  yield* rows.splice(0);
  if (fault !== null) throw fault;
  if (!parser.isEnded) throw new ImportFault('The file ends in the middle: it was not saved or copied to its end');
}
