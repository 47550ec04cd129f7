import { ProviderError } from '#server/adapters/ai/provider.ts';
import type { testAiProvider } from '#shared/contract/ai-providers.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { AppError, type ProviderFault } from '#shared/kernel/errors.ts';
import type { ChosenModel } from './chosen-model.ts';
import type { PaidCalls } from './paid-calls.ts';
import { type PaidWorkOptions, textWork } from './provider-work.ts';
import type { TextCall } from './text-calls.ts';

export type ProviderTest = AnswerOf<typeof testAiProvider>;

interface TestOptions {
  calls: PaidCalls;
  testing: PaidWorkOptions;
}

/** Milliseconds in which a provider has to list its models. */
const LISTING_TIME = 15_000;
/** The longest time, in milliseconds, that the provider may stay silent. */
const SILENCE = 60_000;
/** Few tokens, but enough for a model that thinks before it answers to begin. */
const MOST_TOKENS = 64;
const PROMPT = 'Answer with the word “ready” and nothing else.';

/** The meaning of each fault for the owner; `said` is the provider's own message or, if it has none, ours. */
const WORDS: Record<ProviderFault, (name: string, said: string) => string> = {
  key: (name) => `“${name}” refused the key. Enter it again.`,
  billing: (name, said) => `“${name}” wants to be paid first. ${said}`,
  model: (name, said) =>
    `“${name}” cannot answer with this model: it is not there, too large, or the key may not use it. ${said}`,
  not_reachable: (name) => `“${name}” cannot be reached. Is the address right, and is it running?`,
  certificate: (name) =>
    `The certificate of “${name}” cannot be believed: it has expired, is another server’s, or was made by nobody known.`,
  refused_address: (_, said) => said,
  redirect: (name) =>
    `“${name}” sends us to another address, which is not followed: the key would go along. Enter the address it leads to.`,
  not_openai: (name) =>
    `What answers at the address of “${name}” does not speak OpenAI’s API. Mostly the address must end with /v1.`,
  busy: (name) => `“${name}” has too much to do, or is out of order. Try again in a moment.`,
};

/**
 * The faults that are corrected on the server, because Settings has no field for them. The message of the call names
 * the variable.
 */
const OF_THE_SERVER: ReadonlySet<ProviderFault> = new Set<ProviderFault>(['key', 'model', 'redirect', 'not_reachable']);

/**
 * Asks a model for a few words. This is a purchase like any other, booked and limited, but without a key, because a
 * test is never repeated under its key. A fault is explained in words. Throws AppError when nothing was asked:
 * `ai_budget_reached`, `ai_not_configured`.
 */
export async function testModel({ calls, testing }: TestOptions, chosen: ChosenModel): Promise<ProviderTest> {
  const models = await chosen.provider.models({ signal: AbortSignal.timeout(LISTING_TIME) }).catch(() => []);
  let thrown: ProviderError | undefined;
  let hasEnded = false;
  const provider: ChosenModel['provider'] = {
    ...chosen.provider,
    async *chat(request) {
      try {
        yield* chosen.provider.chat(request);
        hasEnded = true;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        if (!request.signal.aborted) thrown = error;
        // The person who tests sees at once what is wrong, so there is no retry.
        const { code, message, mayRetry, reason, said } = error;
        throw new ProviderError(code, message, { mayRetry, reason, said, retryAfter: Number.POSITIVE_INFINITY });
      }
    },
  };
  const writer = { ...testing.writer, silence: Math.min(testing.writer.silence, SILENCE) };
  const call = await calls.start(textWork({ ...testing, writer }, testCall(chosen.model), { ...chosen, provider }));
  const outcome = await call.outcome;
  const { model, profile, providerId } = chosen;
  if ('answer' in outcome) return { ...outcome.answer, fault: 'nothing', models };
  // An answer that ends normally and is empty comes from a web page or another API.
  const fault = thrown?.reason ?? (hasEnded && call.text === '' ? 'not_openai' : undefined);
  const { message } = outcome.error;
  const isOfTheServer = providerId === null && fault !== undefined && OF_THE_SERVER.has(fault);
  const failure = isOfTheServer ? { fault, message } : toldOf(profile, fault, { message, said: thrown?.said });
  return { ...failure, model, usage: null, models };
}

/** Lists the models of a provider whose profile has none yet, or says why the provider does not list them. */
export async function askForModels(chosen: Pick<ChosenModel, 'provider' | 'profile'>): Promise<ProviderTest> {
  const nothing = { model: null, usage: null, models: [] };
  try {
    const models = await chosen.provider.models({ signal: AbortSignal.timeout(LISTING_TIME) });
    const message =
      models.length > 0
        ? `“${chosen.profile}” answers. Choose which of its models to use.`
        : `“${chosen.profile}” answers, but has no models yet.`;
    return { ...nothing, fault: 'no_models', message, models };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { ...nothing, ...toldOf(chosen.profile, error.reason, error) };
  }
}

function toldOf(
  profile: string,
  fault: ProviderFault | undefined,
  { message, said }: Pick<ProviderError, 'message' | 'said'>,
) {
  if (!fault) return { fault: 'other' as const, message };
  return { fault, message: WORDS[fault](profile, said || message).trim() };
}

function testCall(model: string): TextCall<Omit<ProviderTest, 'fault' | 'models'>> {
  return {
    call: 'testAiProvider',
    key: undefined,
    body: { model },
    prompt: PROMPT,
    maxOutputTokens: MOST_TOKENS,
    parse: () => {
      throw new AppError('internal');
    },
    textOf: () => '',
    answerOf: ({ usage }) => ({ message: `It works: ${model} answered.`, model, usage }),
  };
}
