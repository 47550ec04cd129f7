import { z } from 'zod';

/** What a provider says of a failure, whatever it wraps it in. */
export interface Failure {
  /** Absent where no answer came, or one that began well. */
  status: number | undefined;
  code: string | undefined;
  message: string;
  /** All it says of the kind of failure, in one line to look for words in. */
  words: string;
  /** What it asks to wait in the text of the failure, in milliseconds. */
  retryIn: number | undefined;
  headers: Headers | undefined;
}

const text = z.string().optional().catch(undefined);

/** What the client library's errors have in common; everything else about them is not looked at. */
const thrown = z.object({
  status: z.number().optional().catch(undefined),
  code: text,
  type: text,
  message: z.string().catch(''),
  headers: z.instanceof(Headers).optional().catch(undefined),
  error: z.unknown(),
});

/** The provider's own error, as the library hands it on. */
const told = z.object({
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  message: text,
  /** Google's: "RESOURCE_EXHAUSTED". */
  status: text,
  details: z
    .array(z.object({ reason: text, retryDelay: text }))
    .catch([])
    .default([]),
  /** OpenRouter's, of whoever it has asked. */
  metadata: z.object({ raw: text, provider_name: text }).optional().catch(undefined),
});

const upstream = z.object({ error: z.object({ message: z.string() }) });

/** What an error says: the client library's, or an answer that has an `error` where words were asked for. */
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

/** Google's compatible address puts its error into a list: `[{"error": {…}}]`. */
function unwrapped(error: unknown): unknown {
  const [first] = Array.isArray(error) ? error : [{ error }];
  return typeof first === 'object' && first !== null && 'error' in first ? first.error : first;
}

/** OpenRouter says of another's error that there was one; what it was stands beside, mostly as JSON. */
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

/** In an answer that began with 200, OpenRouter's number of an error is the status it would have had. */
function statusIn(code: string | number | undefined): number | undefined {
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const DURATION = '(?:\\d+(?:\\.\\d+)? ?(?:ms|[hms]))+';
const PART = /(\d+(?:\.\d+)?) ?(ms|[hms])/g;
const askedToWait = new RegExp(`try (?:again )?(?:in|after) (${DURATION})`, 'i');

/** "20.374s", "6m0s", "250ms"; undefined for what is none. */
function milliseconds(duration: string | undefined): number | undefined {
  const parts = [...(duration ?? '').matchAll(PART)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS], 0);
}
