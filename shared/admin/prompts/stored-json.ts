/** Parses the JSON of a key that any program may have written; undefined when it is not valid JSON. */
export function parsedJson(value: string | null): unknown {
  try {
    return value === null ? undefined : (JSON.parse(value) as unknown);
  } catch {
    return undefined;
  }
}

/** Returns an own property of any value. */
export function ownField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
