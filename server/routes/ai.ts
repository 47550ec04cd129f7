import type { WatchedCall } from '#server/services/ai/index.ts';
import type { Services } from '#server/services/index.ts';
import {
  cancelChat,
  chat,
  createReplay,
  estimatePrompt,
  generateImage,
  getAiUsage,
  isChatKnown,
  regenerateDraft,
  testAiLimits,
} from '#shared/contract/ai.ts';
import { getAiFigures } from '#shared/contract/ai-figures.ts';
import { askSecondReader, estimateReading } from '#shared/contract/second-readings.ts';
import { estimateSuggestion, suggest } from '#shared/contract/suggestions.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { sendChatEvents } from './ai-events.ts';
import { acceptsEvents } from './event-stream.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import type { Call, Register } from './register.ts';

/**
 * Far more than one person needs, even with a page that repeats its calls after every network error. The bill is
 * limited by AI_MONTHLY_LIMIT_USD; these numbers limit what a script with a stolen session can do before anybody
 * notices.
 */
const TEXTS_A_MINUTE = 120;
const PICTURES_A_MINUTE = 30;
const TESTS_A_MINUTE = 10;
/** An estimate costs nothing, but counting the tokens of a long prompt takes a thread up to two seconds. */
const ESTIMATES_A_MINUTE = 240;

/** The suggestions that the owner asks for inside a post. */
function addSuggestionRoutes(register: Register, { ai }: Services, timers: Timers): void {
  register(
    suggest,
    async (given) => {
      const { body, request, reply } = given;
      const call = await ai.suggest(body, idempotencyKeyOf(request));
      if (!acceptsEvents(request)) return answerOf(call, given);
      sendChatEvents(call, { reply, requestId: request.id, timers });
      return undefined;
    },
    { perMinute: TEXTS_A_MINUTE },
  );

  register(estimateSuggestion, ({ body }) => ai.estimateSuggestion(body), { perMinute: ESTIMATES_A_MINUTE });
}

/** A second reader, before a post is published. */
function addReadingRoutes(register: Register, { ai: { reader } }: Services): void {
  register(
    askSecondReader,
    async (given) => answerOf(await reader.read(given.body, idempotencyKeyOf(given.request)), given),
    {
      perMinute: TEXTS_A_MINUTE,
    },
  );

  register(estimateReading, ({ body }) => reader.estimate(body), { perMinute: ESTIMATES_A_MINUTE });
}

/** The calls for which the server asks an AI provider. */
export function addAiRoutes(register: Register, services: Services, timers: Timers): void {
  const { ai } = services;
  addSuggestionRoutes(register, services, timers);
  addReadingRoutes(register, services);
  register(
    chat,
    async (given) => {
      const { body, query, request, reply } = given;
      const call = await ai.chat(body, idempotencyKeyOf(request));
      if (!acceptsEvents(request)) return answerOf(call, given);
      sendChatEvents(call, { reply, requestId: request.id, timers, knowsWaiting: query.waiting ?? false });
      return undefined;
    },
    { perMinute: TEXTS_A_MINUTE },
  );

  register(
    createReplay,
    async (given) => answerOf(await ai.replay(given.body, idempotencyKeyOf(given.request)), given),
    { perMinute: TEXTS_A_MINUTE },
  );

  register(cancelChat, async ({ params }) => {
    await ai.stop(params.key);
    return undefined;
  });

  register(isChatKnown, async ({ params }) => ({ isKnown: await ai.isKnown(params.key) }));

  register(estimatePrompt, ({ body }) => ai.estimate(body), { perMinute: ESTIMATES_A_MINUTE });

  register(getAiUsage, ({ query }) => ai.usage(query.runId));

  register(getAiFigures, () => ai.figures());

  register(
    regenerateDraft,
    async (given) => answerOf(await ai.regenerateDraft(given.body, idempotencyKeyOf(given.request)), given),
    { perMinute: TEXTS_A_MINUTE },
  );

  register(
    generateImage,
    async (given) => answerOf(await ai.generateImage(given.body, idempotencyKeyOf(given.request)), given),
    {
      perMinute: PICTURES_A_MINUTE,
    },
  );

  register(testAiLimits, async (given) => answerOf(await ai.testLimits(), given), { perMinute: TESTS_A_MINUTE });
}

/** The outcome of a call. A caller who disconnects first gets no answer. */
async function answerOf<Answer>(
  call: WatchedCall<Answer>,
  { reply }: Pick<Call<typeof chat>, 'reply'>,
): Promise<Answer> {
  const onClose = () => {
    if (!reply.raw.writableFinished) call.leave();
  };
  reply.raw.once('close', onClose);
  const outcome = await call.outcome;
  reply.raw.off('close', onClose);
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}
