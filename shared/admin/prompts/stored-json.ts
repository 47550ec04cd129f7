/** JSON of a key that anything may have written; undefined for what is none. */
export function parsedJson(value: string | null): unknown {
  try {
    return value === null ? undefined : (JSON.parse(value) as unknown);
  } catch {
    return undefined;
  }
}

/** An own property of anything. */
export function ownField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
