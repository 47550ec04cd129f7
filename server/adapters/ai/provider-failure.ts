import { z } from 'zod';

/** A provider's report of a failure, unwrapped from whatever contains it. */
export interface Failure {
  /** Absent when no answer came, or when the answer began with success. */
  status: number | undefined;
  code: string | undefined;
  message: string;
  /** Everything that names the kind of failure, in one line, to be searched for words. */
  words: string;
  /** The waiting time that the text of the failure asks for, in milliseconds. */
  retryIn: number | undefined;
  headers: Headers | undefined;
}

const text = z.string().optional().catch(undefined);

/** The fields that all errors of the client library share; nothing else of them is read. */
const thrown = z.object({
  status: z.number().optional().catch(undefined),
  code: text,
  type: text,
  message: z.string().catch(''),
  headers: z.instanceof(Headers).optional().catch(undefined),
  error: z.unknown(),
});

/** The provider's own error, as the library passes it on. */
const told = z.object({
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  message: text,
  /** Google's field: "RESOURCE_EXHAUSTED". */
  status: text,
  details: z
    .array(z.object({ reason: text, retryDelay: text }))
    .catch([])
    .default([]),
  /** OpenRouter's field, about the provider that it has asked. */
  metadata: z.object({ raw: text, provider_name: text }).optional().catch(undefined),
});

const upstream = z.object({ error: z.object({ message: z.string() }) });

/**
 * Reads the failure from an error: one of the client library, or an answer that has an `error` in the place of words.
 */
export function failureOf(error: unknown): Failure {
  const outer = thrown.parse(typeof error === 'object' && error !== null ? picked(error) : {});
  const inner = told.safeParse(unwrapped(outer.error)).data;
  const message = inner ? wordsOf(inner, outer.message) : outer.message;
  const code = outer.code ?? (typeof inner?.code === 'string' ? inner.code : undefined);
  const kinds = [code, outer.type, inner?.status, ...(inner?.details ?? []).map(({ reason }) => reason)];
  const delays = [...(inner?.details ?? []).map(({ retryDelay }) => retryDelay), askedToWait.exec(message)?.[1]];
  return {
    status: outer.status ?? statusIn(inner?.code),
    code,
    message,
    words: [...kinds.filter((kind) => kind !== undefined), message].join(' '),
    retryIn: delays.map(milliseconds).find((delay) => delay !== undefined),
    headers: outer.headers,
  };
}

function picked(error: object): Record<string, unknown> {
  const { status, code, type, message, headers, error: own } = error as Record<string, unknown>;
  return { status, code, type, message, headers, error: own };
}

/** Unwraps an error: Google's compatible address puts it into a list: `[{"error": {…}}]`. */
function unwrapped(error: unknown): unknown {
  const [first] = Array.isArray(error) ? error : [{ error }];
  return typeof first === 'object' && first !== null && 'error' in first ? first.error : first;
}

/**
 * Returns the words of an error. For an error of another provider OpenRouter's message is general; the real one is in
 * the metadata, mostly as JSON.
 */
function wordsOf({ message, metadata }: z.output<typeof told>, otherwise: string): string {
  const raw = metadata?.raw;
  if (raw === undefined) return message ?? otherwise;
  const from = metadata?.provider_name === undefined ? '' : `${metadata.provider_name}: `;
  return `${from}${upstream.safeParse(jsonIn(raw)).data?.error.message ?? raw}`;
}

function jsonIn(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/**
 * Returns the status in an error code. In an answer that began with 200, OpenRouter's code of an error is the status
 * that it would have had.
 */
function statusIn(code: string | number | undefined): number | undefined {
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const DURATION = '(?:\\d+(?:\\.\\d+)? ?(?:ms|[hms]))+';
const PART = /(\d+(?:\.\d+)?) ?(ms|[hms])/g;
const askedToWait = new RegExp(`try (?:again )?(?:in|after) (${DURATION})`, 'i');

/** Parses a duration: "20.374s", "6m0s", "250ms"; undefined when it is none. */
function milliseconds(duration: string | undefined): number | undefined {
  const parts = [...(duration ?? '').matchAll(PART)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS], 0);
}
