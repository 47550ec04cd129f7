/**
 * The faults of the stand-in, by name: requested in a header, as the name of a model ("stub-cut"), or from its control
 * page.
 */
export const FAULTS = {
  'rate-limit': 'HTTP 429 with Retry-After',
  quota: 'HTTP 429, insufficient_quota: nothing is paid',
  'server-error': 'HTTP 500 with an HTML page',
  unavailable: 'HTTP 503',
  unauthorized: 'HTTP 401 that repeats the key, as providers do',
  forbidden: 'HTTP 403: no access to the model yet',
  'no-model': 'HTTP 404: the model does not exist',
  'context-length': 'HTTP 400, context_length_exceeded',
  'content-policy': 'HTTP 400, content_policy_violation',
  'ollama-no-model': 'as Ollama says it: HTTP 404, the model is not pulled',
  'ollama-memory': 'as Ollama says it: HTTP 500, the model needs more memory than there is',
  'anthropic-key': 'as Anthropic says it: HTTP 401, authentication_error',
  'anthropic-credit': 'as Anthropic says it: HTTP 400, the credit balance is too low',
  'anthropic-overloaded': 'as Anthropic says it: HTTP 529, overloaded_error',
  'anthropic-long': 'as Anthropic says it: HTTP 400, the prompt is too long',
  'anthropic-no-model': 'as Anthropic says it: HTTP 404, not_found_error',
  'google-key': 'as Google says it: HTTP 400, API_KEY_INVALID, in a list',
  'google-minute': 'as Google says it: HTTP 429, the limit of a minute, worded like a bill',
  'google-quota': 'as Google says it: HTTP 429, the quota is used up, and no time to wait',
  'google-no-model': 'as Google says it: HTTP 404, NOT_FOUND',
  'openrouter-credits': 'as OpenRouter says it: HTTP 402, insufficient credits',
  'openrouter-upstream': 'as OpenRouter says it: HTTP 429, and whose limit it is beside',
  'openrouter-long': 'as OpenRouter says it: HTTP 400, with the error of whoever it has asked as JSON inside',
  'openrouter-moderated': 'as OpenRouter says it: HTTP 403, the prompt was flagged',
  'openrouter-in-200': 'as OpenRouter says it: HTTP 200 with an error in the place of the answer',
  'openrouter-midway': 'as OpenRouter says it: an error as a chunk in the middle of the stream',
  refusal: 'the model refuses in a field of its own',
  'content-filter': 'a few words, then finish_reason content_filter',
  'content-filter-empty': 'finish_reason content_filter and not one word',
  length: 'the answer is cut with finish_reason length',
  cut: 'the connection breaks in the middle of the answer',
  'cut-early': 'the connection breaks before the first word',
  unfinished: 'the stream ends in good order, but without a finish_reason',
  'error-event': 'an error comes in the middle of the stream',
  garbage: 'lines that are no JSON',
  'wrong-shape': 'JSON of some other shape',
  'wrong-type': 'HTTP 200 with an HTML page',
  empty: 'an answer without a word',
  blank: 'an answer of white space',
  huge: 'an answer of 5 MB',
  hostile: 'an answer with scripts, remote pictures, placeholders and replacement patterns',
  'web-page': 'an answer that is a web page, in the place of words',
  'tool-call': 'the call of a tool in the place of words',
  'tool-call-after-words': 'half an answer, then the call of a tool',
  'picture-part': 'a picture where words were asked for, as a part of the message',
  'picture-words': 'a picture where words were asked for, as an address that holds it',
  'lying-usage': 'an answer with token counts that cannot be',
  'no-usage': 'an answer without token counts',
  slow: 'one word every half second',
  hang: 'the request is taken and never answered',
  'hang-midway': 'half an answer, then silence',
  redirect: 'HTTP 302 to another address',
  reset: 'the connection is closed before anything is answered',
  'image-url': 'a picture as an address on this server',
  'image-url-inside': 'a picture as an address inside the network',
  'image-text': 'bytes that are no picture',
  'image-large': 'a picture of more than 10 MB',
  'image-none': 'an answer without a picture',
} as const satisfies Record<string, string>;

export type Fault = keyof typeof FAULTS;

export function isFault(name: string): name is Fault {
  return Object.hasOwn(FAULTS, name);
}

/** A setting of the control page: the next `times` requests get the fault. */
export interface FaultPlan {
  fault: Fault;
  times: number;
  /** The seconds that a client is asked to wait, for 429 and 503. */
  retryAfter: number;
}

/** The header that requests a fault for one request. */
export const FAULT_HEADER = 'x-stub-fault';
const MODEL_PREFIX = 'stub-';

/** Returns the fault that a request asks for by its header or its model; null for none. */
export function requestedFault(header: string | undefined, model: string): Fault | null {
  if (header !== undefined && isFault(header)) return header;
  const named = model.startsWith(MODEL_PREFIX) ? model.slice(MODEL_PREFIX.length) : '';
  return isFault(named) ? named : null;
}
