/** Rows one statement writes: enough to cost little each, few enough for every limit of SQLite. */
const SLICE = 100;

/** A list in parts that one statement can write. */
export function* inSlices<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += SLICE) yield list.slice(start, start + SLICE);
}
