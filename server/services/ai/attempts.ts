import { ProviderError } from '#server/adapters/ai/provider.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { Spending } from './paid-work.ts';

/** The largest number of times that a request is sent. */
const MAX_ATTEMPTS = 4;
/** Milliseconds before the second attempt; doubled for each further attempt. */
const FIRST_PAUSE = 1000;
/** Milliseconds. If a provider asks for a longer pause, the request is not retried. */
const LONGEST_PAUSE = 60_000;

interface AttemptOptions {
  timers: Timers;
  /** The longest time, in milliseconds, that a provider may stay silent. */
  silence: number;
  /** The call's own signal; when it is aborted, the attempt ends too. */
  signal: AbortSignal;
  spending: Spending;
  /**
   * Called with the milliseconds of the pause before the request is sent again, and with null when the pause is over.
   */
  onPause?: ((milliseconds: number | null) => void) | undefined;
  /** A random number from 0 to 1, so that requests that were refused together are not retried together. */
  random: () => number;
}

/** The attempt's signal, and the function to call whenever the provider has sent something. */
export interface Attempt {
  signal: AbortSignal;
  heard: () => void;
}

/**
 * Sends a request until it is answered. It is retried only when nothing can have been charged (429 and 5xx before the
 * answer began, a connection that was never made). An attempt whose provider falls silent is aborted. Throws AppError,
 * or the signal's reason.
 */
export async function withAttempts<T>(options: AttemptOptions, send: (attempt: Attempt) => Promise<T>): Promise<T> {
  const { signal, spending, timers } = options;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    let isHeard = false;
    spending.isPaid = true;
    try {
      return await listenTo(options, (given) =>
        send({
          signal: given.signal,
          heard() {
            isHeard = true;
            given.heard();
          },
        }),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderError)) throw error;
      const pause = error.retryAfter ?? FIRST_PAUSE * 2 ** (attempt - 1) * (1 + options.random() / 2);
      spending.isPaid = isHeard || !error.mayRetry;
      if (spending.isPaid && !isHeard && isRefusal(error)) spending.isPaid = false;
      if (!error.mayRetry || isHeard || attempt === MAX_ATTEMPTS || pause > LONGEST_PAUSE) throw toAppError(error);
      options.onPause?.(pause);
      await sleep(timers, pause, signal).finally(() => options.onPause?.(null));
    }
  }
}

/**
 * Whether the request was not charged: a request that the provider refused costs nothing, nor does one that was not
 * sent.
 */
function isRefusal({ code, reason }: ProviderError): boolean {
  if (reason === 'certificate' || reason === 'refused_address') return true;
  return code === 'ai_refused' || code === 'ai_context_too_large' || code === 'rate_limited';
}

async function listenTo<T>(
  { timers, silence, signal }: AttemptOptions,
  send: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const silent = new AbortController();
  const giveUp = () => silent.abort();
  let callOff = timers.after(silence, giveUp);
  const heard = () => {
    callOff();
    callOff = timers.after(silence, giveUp);
  };
  const isSilent = () => silent.signal.aborted && !signal.aborted;
  try {
    const result = await send({ signal: AbortSignal.any([signal, silent.signal]), heard });
    // An aborted stream may end as if it were complete.
    if (isSilent()) throw gaveUp();
    return result;
  } catch (error) {
    throw isSilent() ? gaveUp() : error;
  } finally {
    callOff();
  }
}

function gaveUp(): ProviderError {
  return new ProviderError(
    'ai_provider_failed',
    'The AI provider said nothing for too long and was given up. Try again.',
  );
}

function toAppError(error: ProviderError): AppError {
  const { code, message, reason } = error;
  return new AppError(code, { message, cause: error, ...(reason && { reason }) });
}

/** Resolves after this time, or rejects with the signal's reason as soon as the signal is aborted. */
function sleep(timers: Timers, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const callOff = timers.after(milliseconds, () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
    const giveUp = () => {
      callOff();
      reject(signal.reason);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
