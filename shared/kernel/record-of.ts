/** Returns a typed record with one entry for each name: `entryOf` returns the entry's key and value. */
export function recordOf<Name extends string, Key extends string, Value>(
  names: readonly Name[],
  entryOf: (name: Name) => readonly [Key, Value],
): Record<Key, Value> {
  return Object.fromEntries(names.map(entryOf)) as Record<Key, Value>;
}

/** Returns the named entries of a record. */
export function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}
