import { createOpenAiProvider } from '#server/adapters/ai/openai-provider.ts';
import { createRedactor } from '#server/adapters/ai/redact.ts';
import type { Config } from '#server/config.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { TokenCount } from '#server/workers/tokens-count.ts';
import { createWorkerClient } from '#server/workers/worker-client.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import { type AiService, type AiServiceOptions, createAiService } from './ai-service.ts';
import { createPaidCalls } from './paid-calls.ts';
import type { AiLog } from './paid-work.ts';
import { textCost } from './pricing.ts';
import { createTokenCounter } from './token-counter.ts';

export type { AiService } from './ai-service.ts';
export type { WatchedCall } from './live-call.ts';

interface AiOptions {
  db: Executor;
  clock: Clock;
  config: Config;
  images: AiServiceOptions['images'];
  log: AiLog;
  /** The system's when absent. */
  timers?: Timers | undefined;
}

/** Milliseconds the tokens of a text may take to be counted; after that they are estimated. */
const COUNTING_TIME = 2000;

/** The AI service as the configuration has it. */
export function createAi({ db, clock, config, images, log, timers = systemTimers }: AiOptions): AiService {
  const apiKey = config.OPENAI_API_KEY;
  const baseUrl = config.OPENAI_BASE_URL;
  const redact = createRedactor({ apiKey, baseUrl });
  const prices = { input: config.AI_PRICE_INPUT, output: config.AI_PRICE_OUTPUT, image: config.AI_PRICE_IMAGE };
  const provider = createOpenAiProvider({
    apiKey,
    baseUrl,
    textModel: config.OPENAI_TEXT_MODEL,
    imageModel: config.OPENAI_IMAGE_MODEL,
    redact,
  });
  const worker = createWorkerClient<string, TokenCount>({
    name: 'tokens',
    timeoutMs: COUNTING_TIME,
    timeoutCode: 'overloaded',
    maxQueue: 20,
  });
  const calls = createPaidCalls({
    db,
    clock,
    redact,
    log,
    costOfText: (input, output) => textCost(prices, input, output),
  });
  const ai = createAiService({
    db,
    clock,
    calls,
    isConfigured: apiKey !== undefined || baseUrl !== undefined,
    writer: {
      provider,
      timers,
      redact,
      random: Math.random,
      maxOutputTokens: config.AI_MAX_OUTPUT_TOKENS,
      silence: config.AI_TIMEOUT_SECONDS * 1000,
    },
    counter: createTokenCounter(worker),
    prices,
    limits: {
      context: config.AI_CONTEXT_LIMIT,
      output: config.AI_MAX_OUTPUT_TOKENS,
      monthlyUsd: config.AI_MONTHLY_LIMIT_USD,
    },
    images,
  });
  return {
    ...ai,
    async close() {
      await ai.close();
      await worker.close();
    },
  };
}
