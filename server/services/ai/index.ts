import type { Config } from '#server/config.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findChoices } from '#server/repositories/ai-providers.ts';
import type { TokenCount } from '#server/workers/tokens-count.ts';
import { createWorkerClient, type WorkerClient } from '#server/workers/worker-client.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import { createAdmission } from './admission.ts';
import { type AiService, type AiServiceOptions, createAiService } from './ai-service.ts';
import { createModels } from './models.ts';
import { createPaidCalls } from './paid-calls.ts';
import type { AiLog } from './paid-work.ts';
import { type AiProviderService, createAiProviderService } from './providers.ts';
import { createSealedKeys } from './sealed-keys.ts';
import type { SuggestionMaterial } from './suggestions/material.ts';
import { createTokenCounter } from './token-counter.ts';

export type { AiService } from './ai-service.ts';
export type { WatchedCall } from './live-call.ts';
export type { AiProviderService } from './providers.ts';

interface AiOptions {
  db: Executor;
  clock: Clock;
  config: Config;
  /**
   * The server's secret; the keys of providers are sealed with it when the operator has not set another secret for
   * them.
   */
  sessionSecret: string;
  images: AiServiceOptions['images'];
  material: SuggestionMaterial;
  draftReader: AiServiceOptions['draftReader'];
  log: AiLog;
  /** The system's timers when absent. */
  timers?: Timers | undefined;
  /** A factor for the time that counting tokens may take; 1 when absent (for tests on a busy machine). */
  patience?: number;
  /** The worker that counts tokens; a thread of its own when absent. */
  tokenThread?: WorkerClient<string, TokenCount> | undefined;
}

/** Milliseconds in which the tokens of a text have to be counted; after that their number is estimated. */
const COUNTING_TIME = 2000;

/** Makes the service that asks AI providers, and the service for their profiles. */
export function createAi(options: AiOptions): { ai: AiService; aiProviders: AiProviderService } {
  const { db, clock, config, images, material, draftReader, log, timers = systemTimers, patience = 1 } = options;
  const keys = createSealedKeys(config.AI_KEY_SECRET ?? options.sessionSecret);
  const models = createModels({ db, config, keys });
  const worker = options.tokenThread ?? startTokenThread(COUNTING_TIME * patience);
  const counter = createTokenCounter(worker);
  const calls = createPaidCalls({ db, clock, redact: models.redact, log, pricesOf: models.pricesOf });
  const environmentUsd = config.AI_MONTHLY_LIMIT_USD ?? null;
  const monthlyUsd = async () => lower(environmentUsd, (await findChoices(db)).monthlyLimitUsd);
  const admission = createAdmission({ db, clock, counter, monthlyUsd });
  const writer = { timers, random: Math.random, silence: config.AI_TIMEOUT_SECONDS * 1000 };
  const ai = createAiService({
    ...{ db, clock, calls, models, writer, counter, admission, monthlyUsd, images, material, draftReader },
  });
  const testing = { models, writer, counter, admission, images };
  return {
    ai: {
      ...ai,
      async close() {
        await ai.close();
        await worker.close();
      },
    },
    aiProviders: createAiProviderService({
      ...{ db, clock, keys, models, calls, environmentUsd },
      isLocalAllowed: config.AI_ALLOW_LOCAL,
      testing,
    }),
  };
}

function lower(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}

const startTokenThread = (timeoutMs: number) =>
  createWorkerClient<string, TokenCount>({ name: 'tokens', timeoutMs, timeoutCode: 'overloaded', maxQueue: 20 });
