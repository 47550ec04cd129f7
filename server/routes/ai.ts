import type { FastifyRequest } from 'fastify';
import type { Timers } from '#server/adapters/ai/timers.ts';
import type { WatchedCall } from '#server/services/ai/index.ts';
import type { Services } from '#server/services/index.ts';
import {
  cancelChat,
  chat,
  estimatePrompt,
  generateImage,
  getAiUsage,
  idempotencyKey,
  regenerateDraft,
  testAiLimits,
} from '#shared/contract/ai.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { sendChatEvents } from './ai-events.ts';
import type { Call, Register } from './register.ts';

/** What the owner asks the AI provider for (design §8). */
export function addAiRoutes(register: Register, { ai }: Services, timers: Timers): void {
  register(chat, async (given) => {
    const { body, request, reply } = given;
    const key = keyOf(request);
    const call = await ai.chat(body, key);
    if (!acceptsEvents(request)) return answerOf(call, given, key);
    sendChatEvents(call, { reply, requestId: request.id, timers, onLeave: () => leave(call, key) });
    return undefined;
  });

  register(cancelChat, async ({ params }) => {
    await ai.stop(params.key);
    return undefined;
  });

  register(estimatePrompt, ({ body }) => ai.estimate(body.prompt));

  register(getAiUsage, ({ query }) => ai.usage(query.runId));

  register(regenerateDraft, async (given) => {
    const key = keyOf(given.request);
    return answerOf(await ai.regenerateDraft(given.body, key), given, key);
  });

  register(generateImage, async (given) => {
    const key = keyOf(given.request);
    return answerOf(await ai.generateImage(given.body, key), given, key);
  });

  register(testAiLimits, async (given) => answerOf(await ai.testLimits(), given, undefined));
}

/** What a call comes to. A caller who goes away before is told nothing and, without a key, ends the call. */
async function answerOf<Answer>(
  call: WatchedCall<Answer>,
  { reply }: Pick<Call<typeof chat>, 'reply'>,
  key: string | undefined,
): Promise<Answer> {
  const onClose = () => {
    if (!reply.raw.writableFinished) leave(call, key);
  };
  reply.raw.once('close', onClose);
  const outcome = await call.outcome;
  reply.raw.off('close', onClose);
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}

/**
 * A caller who goes away does not end a call that has a key: whoever comes back with the key finds it (design §8).
 * One without a key can be found by nobody, and nothing more shall be paid for it.
 */
function leave(call: WatchedCall<unknown>, key: string | undefined): void {
  if (key !== undefined) return;
  call.abort(new AppError('ai_provider_failed', { message: 'Nobody waited for this answer any more.' }));
}

function acceptsEvents(request: FastifyRequest): boolean {
  return /\btext\/event-stream\b/i.test(request.headers.accept ?? '');
}

/** The `Idempotency-Key` header; undefined when there is none. Throws AppError `invalid_input` for one that is no key. */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const parsed = idempotencyKey.safeParse(key);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? 'Invalid input';
  throw new AppError('invalid_input', { message, issues: [{ path: 'Idempotency-Key', message }] });
}
