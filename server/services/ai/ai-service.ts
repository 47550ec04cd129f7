import type { Executor } from '#server/db/transaction.ts';
import { sumAiCalls } from '#server/repositories/ai-calls.ts';
import type {
  AiTokens,
  ChatAnswer,
  chat,
  estimatePrompt,
  generateImage,
  getAiUsage,
  regenerateDraft,
  testAiLimits,
} from '#shared/contract/ai.ts';
import { chatAnswer, regenerateDraft as regenerateEndpoint } from '#shared/contract/ai.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import { type UploadedImage, uploadedImage } from '#shared/contract/images.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { stepOfFormerNumber } from '#shared/workflow/former-numbers.ts';
import type { ImageService } from '../images.ts';
import { withAttempts } from './attempts.ts';
import { LIMITS_PROMPT, picturePrompt, pictureTexts } from './built-in-prompts.ts';
import type { LiveCall, WatchedCall } from './live-call.ts';
import { isoMonth, monthStart } from './months.ts';
import type { PaidCalls, PaidWork, Spending } from './paid-calls.ts';
import { imageCost, type Prices, textCost } from './pricing.ts';
import { regeneratedDraft, regeneratePrompt } from './regenerated-draft.ts';
import { storePicture } from './store-picture.ts';
import type { TokenCounter } from './token-counter.ts';
import { type WriterOptions, type WrittenText, writeText } from './write-text.ts';

type ChatBody = BodyOf<typeof chat>;
type RegenerateAnswer = AnswerOf<typeof regenerateDraft>;

export interface AiService {
  /** Asks the model. Throws AppError for what is refused before anything is spent; later faults are the call's outcome. */
  chat(body: ChatBody, key: string | undefined): Promise<WatchedCall<ChatAnswer>>;
  /** Stops the call that was started with this key. Throws AppError `not_found`. */
  stop(key: string): Promise<void>;
  estimate(prompt: string): Promise<AnswerOf<typeof estimatePrompt>>;
  /** This month's calls, or those of one run. */
  usage(runId: string | undefined): Promise<AnswerOf<typeof getAiUsage>>;
  regenerateDraft(
    body: BodyOf<typeof regenerateDraft>,
    key: string | undefined,
  ): Promise<WatchedCall<RegenerateAnswer>>;
  generateImage(body: BodyOf<typeof generateImage>, key: string | undefined): Promise<WatchedCall<UploadedImage>>;
  testLimits(): Promise<WatchedCall<AnswerOf<typeof testAiLimits>>>;
  /** Ends every call under way. */
  close(): Promise<void>;
}

interface AiLimits {
  /** Tokens a prompt and its answer may have together. */
  context: number;
  /** Tokens an answer may have. */
  output: number;
  /** USD a calendar month (UTC); undefined for no limit. */
  monthlyUsd: number | undefined;
}

export interface AiServiceOptions {
  db: Executor;
  clock: Clock;
  calls: PaidCalls;
  /** False where neither key nor address is set. */
  isConfigured: boolean;
  writer: WriterOptions;
  counter: TokenCounter;
  prices: Prices;
  limits: AiLimits;
  images: Pick<ImageService, 'add' | 'update'>;
}

/** A picture comes all at once: it may take this many times as long as a text may be silent. */
const PICTURE_PATIENCE = 1.6;

/** Everything that asks the AI provider for something. */
export function createAiService(options: AiServiceOptions): AiService {
  const { db, clock, calls, counter, prices, limits, writer, images } = options;

  function needsProvider(): void {
    if (!options.isConfigured) throw new AppError('ai_not_configured');
  }

  async function admitSpending(atLeast: number | null): Promise<void> {
    if (limits.monthlyUsd === undefined) return;
    const { costUsd } = await sumAiCalls(db, { since: monthStart(clock.now()) });
    if ((costUsd ?? 0) + (atLeast ?? 0) >= limits.monthlyUsd) throw new AppError('ai_budget_reached');
  }

  async function admitPrompt(prompt: string): Promise<{ promptTokens: number }> {
    const { tokens, estimated } = await counter.countPrompt(prompt);
    if (tokens + limits.output > limits.context) throw contextTooLarge(tokens, estimated, limits);
    await admitSpending(textCost(prices, tokens, 0));
    return { promptTokens: tokens };
  }

  const costOfText = (promptTokens: number, completionTokens: number) =>
    textCost(prices, promptTokens, completionTokens);
  const count = async (text: string) => (await counter.count(text)).tokens;

  /** What the model wrote, with what it took. */
  async function write<A>(prompt: string, live: LiveCall<A>, spending: Spending) {
    const written = await writeText(writer, prompt, live, spending);
    spending.usage ??= {
      promptTokens: (await counter.countPrompt(prompt)).tokens,
      completionTokens: await count(written.output),
    };
    return { ...written, usage: tokensOf(spending.usage, costOfText) };
  }

  /** A call whose answer is made of a text. */
  function textWork<A>(
    asked: Pick<PaidWork<A>, 'call' | 'key' | 'body' | 'runId' | 'step' | 'parse' | 'textOf'> & { prompt: string },
    answerOf: (written: WrittenText & { usage: AiTokens }) => A,
  ): PaidWork<A> {
    const { prompt, ...work } = asked;
    return {
      ...work,
      model: writer.provider.textModel,
      admit: () => admitPrompt(prompt),
      costOf: costOfText,
      count,
      async run(live, spending) {
        const written = await write(prompt, live, spending);
        return { answer: answerOf(written), finishReason: written.finishReason };
      },
    };
  }

  return {
    async chat(body, key) {
      needsProvider();
      const { prompt, runId } = body;
      return calls.start(
        textWork<ChatAnswer>(
          {
            call: 'chat',
            key,
            body,
            prompt,
            runId,
            step: stepOf(body),
            parse: (answer) => chatAnswer.parse(answer),
            textOf: ({ output }) => output,
          },
          ({ output, usage, model, finishReason }) => ({ output, usage, model, finishReason }),
        ),
      );
    },

    async stop(key) {
      if (!(await calls.stop(key))) throw new AppError('not_found');
    },

    async estimate(prompt) {
      needsProvider();
      const { tokens, estimated } = await counter.countPrompt(prompt);
      return {
        tokens,
        estimated,
        contextLimit: limits.context,
        maxOutputTokens: limits.output,
        costUsd: costOfText(tokens, limits.output),
      };
    },

    async usage(runId) {
      const now = clock.now();
      const sum = await sumAiCalls(db, runId === undefined ? { since: monthStart(now) } : { runId });
      const hasPrice = costOfText(0, 0) !== null || imageCost(prices) !== null;
      return {
        month: isoMonth(now),
        calls: sum.calls,
        promptTokens: sum.promptTokens,
        completionTokens: sum.completionTokens,
        totalTokens: sum.promptTokens + sum.completionTokens,
        costUsd: sum.costUsd ?? (hasPrice ? 0 : null),
        limitUsd: limits.monthlyUsd ?? null,
        isConfigured: options.isConfigured,
      };
    },

    async regenerateDraft(body, key) {
      needsProvider();
      const { runId } = body;
      return calls.start(
        textWork<RegenerateAnswer>(
          {
            call: 'regenerateDraft',
            key,
            body,
            prompt: regeneratePrompt(body),
            runId,
            step: stepOf(body),
            parse: (answer) => regenerateEndpoint.response.parse(answer),
            textOf: ({ output }) => output,
          },
          ({ output, usage, model, finishReason }) => {
            return { draft: regeneratedDraft({ output, finishReason }), output, usage, model, finishReason };
          },
        ),
      );
    },

    async generateImage(body, key) {
      needsProvider();
      const prompt = picturePrompt(body);
      return calls.start<UploadedImage>({
        call: 'generateImage',
        key,
        body,
        model: writer.provider.imageModel,
        async admit() {
          const { tokens } = await counter.countPrompt(prompt);
          await admitSpending(imageCost(prices));
          return { promptTokens: tokens };
        },
        costOf: (promptTokens) => (promptTokens === 0 ? 0 : imageCost(prices)),
        count: async () => 0,
        parse: (answer) => uploadedImage.parse(answer),
        textOf: () => '',
        async run({ signal }, spending) {
          const { provider, timers, random, silence } = writer;
          const waiting = { timers, random, silence: silence * PICTURE_PATIENCE, signal, spending };
          const picture = await withAttempts(waiting, (attempt) =>
            provider.picture({ prompt, signal: attempt.signal }),
          );
          spending.usage = picture.usage;
          const answer = await storePicture(images, picture.bytes, pictureTexts(body));
          return { answer, finishReason: null };
        },
      });
    },

    async testLimits() {
      needsProvider();
      return calls.start(
        textWork<AnswerOf<typeof testAiLimits>>(
          {
            call: 'testAiLimits',
            key: undefined,
            body: {},
            prompt: LIMITS_PROMPT,
            parse: () => {
              throw new Error('A test of the limits is never asked for again');
            },
            textOf: ({ output }) => output,
          },
          ({ output, usage }) => ({
            wordCount: output.split(/\s+/).filter(Boolean).length,
            charCount: output.length,
            tokenUsage: {
              prompt_tokens: usage.promptTokens,
              completion_tokens: usage.completionTokens,
              total_tokens: usage.totalTokens,
            },
            maxTokensSetting: limits.output,
            output,
          }),
        ),
      );
    },

    close: () => calls.close(),
  };
}

/** The step a call says it belongs to. Apps of before say its number. */
function stepOf({ stepId, step }: Pick<ChatBody, 'stepId' | 'step'>): string | undefined {
  return stepId ?? stepOfFormerNumber(step) ?? undefined;
}

function tokensOf(
  { promptTokens, completionTokens }: { promptTokens: number; completionTokens: number },
  costOf: PaidWork<unknown>['costOf'],
): AiTokens {
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    costUsd: costOf(promptTokens, completionTokens),
  };
}

/** Says what is too much in words that the owner's screen knows (docs/rules.md, "Context limit"). */
function contextTooLarge(tokens: number, isEstimated: boolean, { context, output }: AiLimits): AppError {
  const number = (value: number) => value.toLocaleString('en-US');
  const about = isEstimated ? 'about ' : '';
  return new AppError('ai_context_too_large', {
    message: `This prompt has ${about}${number(tokens)} tokens. With up to ${number(output)} for the answer that is more than the maximum context length of ${number(context)}.`,
  });
}
