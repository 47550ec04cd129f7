/**
 * The number of rows that one statement writes: enough to make each row cheap, few enough for every limit of SQLite.
 */
const CHUNK_SIZE = 100;

/** Splits a list into parts that one statement can write. */
export function* inChunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += CHUNK_SIZE) yield list.slice(start, start + CHUNK_SIZE);
}
