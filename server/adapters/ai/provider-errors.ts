import type { ProviderFault } from '#shared/kernel/errors.ts';
import { type ProviderAdvice, ProviderError } from './provider.ts';
import { type Failure, failureOf } from './provider-failure.ts';
import type { Redact } from './redact.ts';

/** The codes, of the system and of `boundedFetch`, that mean: no connection was made, so no request was sent. */
const NOT_REACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT)$/;
const CONTEXT = /maximum context|context.{0,10}(length|window|size)|too many (input )?tokens|prompt is too long/i;
/** The words for unpaid bills. Anthropic sends them with 400, Google with 403. */
const BILLING = /insufficient_quota|billing|credit balance|insufficient (balance|credits?|funds)/i;
const REFUSALS = /content_policy|content_filter|moderation|safety/i;

/** The words of programs that run models on one's own computer. */
const MEMORY = /more system memory|out of memory|insufficient memory/i;
/** Google sends it with 400. */
const NOT_A_KEY = /\bAPI_KEY_INVALID\b/;
const BAD_KEY = /api.?key|authenticat|credential/i;
const NO_MODEL =
  /model.{0,80}(not (found|exist|valid|supported)|does not exist|unknown)|(invalid|unknown|valid) model/i;

/** The longest part of a provider's own words that is shown. */
const MAX_DETAIL = 300;

/** The codes for a certificate that is not trusted: Node's, which are OpenSSL's. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS|ERR_SSL|EPROTO/;

const OF_THE_SERVER = 'is set where the server is: add a provider in Settings, AI, or tell whoever runs the server.';
/** The advice about settings of the environment: the names of its variables mean nothing to the owner. */
export const ENVIRONMENT_ADVICE: ProviderAdvice = {
  key: `It ${OF_THE_SERVER}`,
  address: `Its address ${OF_THE_SERVER}`,
  model: `The model ${OF_THE_SERVER}`,
};

interface Telling {
  /** Removes secrets from the provider's words before they are shown. */
  redact: Redact;
  advice?: ProviderAdvice;
}
type Told = Required<Telling>;

/** Translates an error of the client library. */
export function toProviderError(error: unknown, telling: Telling): ProviderError {
  const reported = { advice: ENVIRONMENT_ADVICE, ...telling };
  // The library wraps the errors that its fetch threw.
  const own = chainOf(error).find((each) => each instanceof ProviderError);
  if (own) return own;
  const fault = failureOf(error);
  if (fault.status === undefined) return withoutStatus(error, fault, reported);
  return ofStatus(fault.status, fault, reported);
}

function ofStatus(status: number, fault: Failure, { redact, advice }: Told): ProviderError {
  const { words: what } = fault;
  const said = detailOf(fault, redact);
  if (status === 401 || NOT_A_KEY.test(what)) {
    return new ProviderError('ai_refused', `The AI provider refused the key. ${advice.key}`, { reason: 'key' });
  }
  if (status >= 400 && status < 500 && CONTEXT.test(what.replaceAll('_', ' '))) return contextTooLarge(said);
  if (status === 402 || (status >= 400 && status < 500 && BILLING.test(what) && !isOver(status, fault))) {
    const message = `The AI provider wants its billing settled first. ${said}`;
    return new ProviderError('ai_refused', message.trim(), { reason: 'billing', said });
  }
  if (status === 429) {
    const wait = retryAfter(fault);
    const message = `The AI provider has had too many requests. ${waitText(wait)}`;
    return new ProviderError('rate_limited', message, { mayRetry: true, retryAfter: wait, reason: 'busy' });
  }
  if (status >= 500 && MEMORY.test(what)) {
    return new ProviderError('ai_refused', `The AI provider cannot load this model. Choose a smaller one. ${said}`, {
      reason: 'model',
      said,
    });
  }
  if (status >= 500 || status === 408 || status === 409) {
    // 529 is Anthropic's status for too many requests at once.
    const message =
      status === 529
        ? 'The AI provider has too much to do. Wait a moment and try again.'
        : 'The AI provider could not answer. Try again in a moment.';
    return new ProviderError('ai_provider_failed', message, {
      mayRetry: true,
      retryAfter: retryAfter(fault),
      reason: 'busy',
    });
  }
  if (status === 404) {
    return new ProviderError(
      'ai_refused',
      `The AI provider does not know what was asked for. ${advice.model} ${said}`,
      { reason: /model/i.test(what) ? 'model' : 'not_openai', said },
    );
  }
  return new ProviderError('ai_refused', `The AI provider refused this request. ${said}`, {
    reason: reasonOf(status, what),
    said,
  });
}

/**
 * Whether a limit ends by itself after a while. Google words its limit per minute like an unpaid bill, but gives the
 * time to wait; a limit of 0 means that the model must be paid for.
 */
function isOver(status: number, { retryIn, message }: Failure): boolean {
  return status === 429 && retryIn !== undefined && !/\blimit: 0\b/.test(message);
}

/** Returns words about when the provider can be asked again, after `wait` milliseconds. */
function waitText(wait = 0): string {
  if (wait <= 60_000) return 'Wait a moment and try again.';
  const minutes = Math.ceil(wait / 60_000);
  return `It asks to be left alone for ${minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`}.`;
}

/** Returns the meaning of a refusal's words, which providers send with different statuses. */
function reasonOf(status: number, what: string): ProviderFault | undefined {
  if (NO_MODEL.test(what)) return 'model';
  if (REFUSALS.test(what)) return undefined;
  return status === 403 || BAD_KEY.test(what) ? 'key' : undefined;
}

/** Translates an error in the middle of a stream, or of a connection that broke or was never made. */
function withoutStatus(error: unknown, fault: Failure, { redact, advice }: Told): ProviderError {
  const { words: what } = fault;
  const codes = systemCodes(error);
  if (codes.some((code) => NOT_REACHED.test(code))) {
    return new ProviderError(
      'ai_provider_failed',
      `The AI provider cannot be reached. Check the network. ${advice.address}`,
      { mayRetry: true, reason: 'not_reachable' },
    );
  }
  if (codes.some((code) => CERTIFICATE.test(code))) {
    return new ProviderError(
      'ai_provider_failed',
      `The certificate of the AI provider is not one that can be believed: it has expired, is another server’s, or was made by nobody known. ${advice.address}`,
      { reason: 'certificate' },
    );
  }
  if (CONTEXT.test(what.replaceAll('_', ' '))) return contextTooLarge(detailOf(fault, redact));
  if (REFUSALS.test(fault.code ?? '')) {
    return new ProviderError('ai_refused', `The AI provider refused this request. ${detailOf(fault, redact)}`);
  }
  return new ProviderError(
    'ai_provider_failed',
    'The answer of the AI provider broke off or made no sense. Try again.',
    { reason: codes.includes('ECONNRESET') ? 'not_reachable' : 'not_openai' },
  );
}

function contextTooLarge(said: string): ProviderError {
  const message = `The prompt and its context are too large for the model (maximum context length). ${said}`;
  return new ProviderError('ai_context_too_large', message.trim());
}

/** Returns the provider's own words in one line, without the status that its library puts before them. */
function detailOf({ message }: Failure, redact: Redact): string {
  const said = redact(message)
    .replace(/^\d{3} /, '')
    .replace(/\s+/g, ' ')
    .trim();
  return said.length > MAX_DETAIL ? `${said.slice(0, MAX_DETAIL)}…` : said;
}

/** Returns an error and its causes, the outermost first. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each);
  return chain;
}

function systemCodes(error: unknown): string[] {
  return chainOf(error).flatMap((each) => ('code' in each && typeof each.code === 'string' ? [each.code] : []));
}

/**
 * Returns the milliseconds to wait: from `Retry-After` (RFC 9110 §10.2.3, seconds only; a date is useless without the
 * provider's clock), or from the words of the error.
 */
function retryAfter({ headers, retryIn }: Failure): number | undefined {
  const precise = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(precise) && precise >= 0) return precise;
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : retryIn;
}
