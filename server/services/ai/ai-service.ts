import type { Executor } from '#server/db/transaction.ts';
import { findAiCall } from '#server/repositories/ai-calls.ts';
import type {
  ChatAnswer,
  chat,
  createReplay,
  estimatePrompt,
  generateImage,
  getAiUsage,
  regenerateDraft,
  testAiLimits,
} from '#shared/contract/ai.ts';
import type { getAiFigures } from '#shared/contract/ai-figures.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import type { UploadedImage } from '#shared/contract/images.ts';
import type { estimateSuggestion, SuggestionAnswer, SuggestionBody } from '#shared/contract/suggestions.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { usualTokens, WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import type { ImageService } from '../images.ts';
import { type Admission, withoutPrice } from './admission.ts';
import { createAiUsage } from './ai-usage.ts';
import type { DraftReader } from './draft-reader.ts';
import { aiFigures } from './figures.ts';
import type { WatchedCall } from './live-call.ts';
import type { Models } from './models.ts';
import type { PaidCalls } from './paid-calls.ts';
import { textCost } from './pricing.ts';
import { pictureWork, textWork } from './provider-work.ts';
import { createSecondReader, type SecondReader } from './readings/second-reader.ts';
import type { SuggestionMaterial } from './suggestions/material.ts';
import { forecastSuggestion, suggestionWork } from './suggestions/suggestions.ts';
import { chatCall, limitsCall, regenerateCall, type TextCall } from './text-calls.ts';
import type { TokenCounter } from './token-counter.ts';
import type { WriterOptions } from './write-text.ts';

export interface AiService {
  /**
   * Asks the model. Throws AppError for a call that is refused before anything is spent; later errors are the call's
   * outcome.
   */
  chat(body: BodyOf<typeof chat>, key: string | undefined): Promise<WatchedCall<ChatAnswer>>;
  /** Asks the model what a step would have produced with another prompt. */
  replay(body: BodyOf<typeof createReplay>, key: string | undefined): Promise<WatchedCall<ChatAnswer>>;
  /** Stops the call that was started with this key. Throws AppError `not_found`. */
  stop(key: string): Promise<void>;
  estimate(body: BodyOf<typeof estimatePrompt>): Promise<AnswerOf<typeof estimatePrompt>>;
  /**
   * Whether a call was ever made with this key. If so, the same key joins that call or gets its answer again, and
   * nothing is bought.
   */
  isKnown(key: string): Promise<boolean>;
  /**
   * The highest possible cost of a step in USD, from its prompt and the longest answer; null when no price is known.
   * Throws AppError `ai_not_configured`; with `isLimited` also for a model that has no known price and whose provider
   * does not report the cost.
   */
  mostCost(prompt: string, step: string, isLimited: boolean): Promise<number | null>;
  /** This month's calls, or those of one run. */
  usage(runId: string | undefined): Promise<AnswerOf<typeof getAiUsage>>;
  /** The costs and times of the last 30 days, and those that are usual for a step. */
  figures(): Promise<AnswerOf<typeof getAiFigures>>;
  regenerateDraft(
    body: BodyOf<typeof regenerateDraft>,
    key: string | undefined,
  ): Promise<WatchedCall<AnswerOf<typeof regenerateDraft>>>;
  /** Asks for help inside a post. Throws as `chat` does, and `invalid_input` when there is nothing to suggest. */
  suggest(body: SuggestionBody, key: string | undefined): Promise<WatchedCall<SuggestionAnswer>>;
  /**
   * The approximate cost of that suggestion. Throws whatever the suggestion itself would throw before anything is
   * spent.
   */
  estimateSuggestion(body: SuggestionBody): Promise<AnswerOf<typeof estimateSuggestion>>;
  /** The model that reads posts before they are published. */
  reader: SecondReader;
  generateImage(body: BodyOf<typeof generateImage>, key: string | undefined): Promise<WatchedCall<UploadedImage>>;
  testLimits(): Promise<WatchedCall<AnswerOf<typeof testAiLimits>>>;
  /** Ends every running call. */
  close(): Promise<void>;
}

export interface AiServiceOptions {
  db: Executor;
  clock: Clock;
  calls: PaidCalls;
  models: Models;
  writer: WriterOptions;
  counter: TokenCounter;
  admission: Admission;
  /** The limit of all spending in a calendar month (UTC), in USD; null for no limit. */
  monthlyUsd(): Promise<number | null>;
  images: Pick<ImageService, 'add' | 'update'>;
  material: SuggestionMaterial;
  draftReader: Pick<DraftReader, 'read'>;
}

/** Makes the service for all requests to AI providers, except the test of a profile. */
export function createAiService(options: AiServiceOptions): AiService {
  const { db, clock, calls, counter, models } = options;
  const usage = createAiUsage(options);

  async function write<Answer>(call: TextCall<Answer>): Promise<WatchedCall<Answer>> {
    return calls.start(textWork(options, call));
  }
  async function estimate({ prompt, stepId, isLimited }: BodyOf<typeof estimatePrompt>) {
    const chosen = await models.choose('text', stepId);
    const { model, prices, limits } = chosen;
    const { tokens, estimated } = await counter.countPrompt(prompt);
    const costUsd = textCost(prices, tokens, limits.output);
    const usual = usualTokens(WORKFLOW_STEPS, stepId);
    if (costUsd === null && isLimited && !chosen.tellsCost) throw withoutPrice(chosen, 'a limit');
    return {
      tokens,
      estimated,
      model,
      contextLimit: limits.context,
      maxOutputTokens: limits.output,
      costUsd,
      ...(usual !== null && { usualUsd: textCost(prices, tokens, Math.min(usual, limits.output)) }),
    };
  }

  return {
    async chat(body, key) {
      return write(chatCall(body, key));
    },

    async replay(body, key) {
      return write(chatCall(body, key, 'createReplay'));
    },

    async stop(key) {
      if (!(await calls.stop(key))) throw new AppError('not_found');
    },

    estimate,

    isKnown: async (key) => (await findAiCall(db, key)) !== null,

    async mostCost(prompt, stepId, isLimited) {
      return (await estimate({ prompt, stepId, isLimited })).costUsd;
    },

    usage: usage.of,

    figures: () => aiFigures(db, clock.now()),

    async regenerateDraft(body, key) {
      return write(regenerateCall(options.draftReader, body, key));
    },

    async suggest(body, key) {
      return calls.start(suggestionWork(options, body, key));
    },

    async estimateSuggestion(body) {
      const foreseen = await forecastSuggestion(options, body);
      return { ...foreseen, leftUsd: await usage.leftUsd() };
    },

    reader: createSecondReader(options),

    async generateImage(body, key) {
      return calls.start(pictureWork(options, { body, key }));
    },

    async testLimits() {
      return write(limitsCall((await models.choose('text')).limits.output));
    },

    close: () => calls.close(),
  };
}
