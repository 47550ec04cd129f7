import type { BodyInput, Endpoint, ParamsInput, QueryInput } from '#shared/contract/endpoint.ts';

/** A part a call has: required unless everything in it is optional. A call without it takes none. */
type Part<Name extends string, Schema, Value> = Schema extends undefined
  ? { [key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value };

/** What a call is made with, by its contract value. `form` is the body of a multipart call. */
export type CallInput<E extends Endpoint> = Part<'params', E['params'], ParamsInput<E>> &
  Part<'query', E['query'], QueryInput<E>> &
  Part<'body', E['body'], BodyInput<E>> & {
    form?: FormData;
    headers?: Record<string, string>;
    signal?: AbortSignal | undefined;
    /** The call goes on when the page goes; its body is small then. */
    keepalive?: boolean;
    /** Told of every piece of an event stream, comment lines too: whoever hears nothing for long has no connection. */
    onBytes?: (() => void) | undefined;
  };

/** The same without the endpoint's types, for the code that only passes it on. */
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
 * A call's address: parameters escaped, absent query values left out, lists repeated.
 * Throws RangeError for a parameter that no address can hold: empty, "." and "..", which URLs resolve away.
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

/** What `fetch` takes for a call. `accept` is the media type that is wanted. */
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
