import type { BodyInput, Endpoint, ParamsInput, QueryInput } from '#shared/contract/endpoint.ts';

/** A part of a call's input: required unless everything in it is optional. A call without this part takes none. */
type Part<Name extends string, Schema, Value> = Schema extends undefined
  ? { [key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value };

/** The input of a call, from its contract value. `form` is the body of a multipart call. */
export type CallInput<E extends Endpoint> = Part<'params', E['params'], ParamsInput<E>> &
  Part<'query', E['query'], QueryInput<E>> &
  Part<'body', E['body'], BodyInput<E>> & {
    form?: FormData;
    headers?: Record<string, string>;
    signal?: AbortSignal | undefined;
    /** Whether the call continues when the page is closed; its body must be small then. */
    keepalive?: boolean;
    /**
     * Called for every piece of an event stream, comment lines too: a long silence means that the connection is lost.
     */
    onBytes?: (() => void) | undefined;
  };

/** The same without the endpoint's types, for code that only passes it on. */
export interface UntypedInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  keepalive?: boolean;
  onBytes?: (() => void) | undefined;
}

/**
 * Returns a call's address: parameters escaped, absent query values left out, lists repeated. Throws RangeError for a
 * parameter that no address can contain: empty, "." and "..", which URLs resolve away.
 */
export function addressOf(call: Pick<Endpoint, 'name' | 'path'>, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    if (value === '' || value === '.' || value === '..') {
      throw new RangeError(`"${value}" cannot be the ${name} of ${call.name}.`);
    }
    return encodeURIComponent(value.toWellFormed());
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Returns the options of `fetch` for a call. `accept` is the wanted media type. */
export function requestInit({ method }: Pick<Endpoint, 'method'>, input: UntypedInput, accept: string): RequestInit {
  const isJson = input.body !== undefined;
  return {
    method,
    credentials: 'include',
    headers: { accept, ...(isJson ? { 'content-type': 'application/json' } : {}), ...input.headers },
    body: isJson ? JSON.stringify(input.body) : (input.form ?? null),
    signal: input.signal ?? null,
    keepalive: input.keepalive ?? false,
  };
}
