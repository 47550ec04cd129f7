/**
 * Runs `work` on each item, up to `limit` at a time, and yields each item with its result in the order of the items; no
 * more than `limit` items are held. Ends with the first rejection, after all running work has ended: nothing happens any
 * more once the caller knows of the failure. The results of that work are ignored.
 */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<[T, R]> {
  const underWay: { item: T; result: Promise<R> }[] = [];
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const start = async () => {
    const { value, done } = await waiting.next();
    if (done) return;
    const result = work(value);
    // This promise may never be awaited, and its rejection would then end the process as unhandled.
    result.catch(() => undefined);
    underWay.push({ item: value, result });
  };
  try {
    for (let count = 0; count < limit; count += 1) await start();
    for (let first = underWay.shift(); first; first = underWay.shift()) {
      const result = await first.result;
      await start();
      yield [first.item, result];
    }
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
    // The iterator over the items may hold a file open.
    await waiting.return?.();
  }
}
