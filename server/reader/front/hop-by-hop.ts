/** Headers that belong to one connection alone (RFC 9110, 7.6.1). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Headers that belong to the whole way, whatever `Connection` says: without its length a body would be taken for the
 * next request, without the host the answer would be that of another site.
 */
const OF_THE_WAY: ReadonlySet<string> = new Set(['content-length', 'host']);

/**
 * Returns a message's headers, as pairs of name and value, without those that `isDropped` names or that belong to one
 * connection alone. `rawHeaders` alternates names and values, as Node gives them.
 */
export function passedOn(rawHeaders: readonly string[], isDropped: (name: string) => boolean): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  const named = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((part) => part.trim().toLowerCase()))
      .filter((name) => !OF_THE_WAY.has(name)),
  );
  return pairs.filter(([name]) => {
    const lower = name.toLowerCase();
    return !OF_CONNECTION.has(lower) && !named.has(lower) && !isDropped(lower);
  });
}

/** Groups the values of headers by name, in the form that requests and answers take. */
export function grouped(pairs: readonly [string, string][]): Record<string, string | string[]> {
  const headers = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of pairs) {
    const known = headers.get(name.toLowerCase()) ?? { name, values: [] };
    known.values.push(value);
    headers.set(name.toLowerCase(), known);
  }
  return Object.fromEntries(
    [...headers.values()].map(({ name, values }) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
