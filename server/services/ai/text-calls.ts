import type { PromptPicture } from '#server/adapters/ai/provider.ts';
import type { AiTokens, ChatAnswer, chat, regenerateDraft, testAiLimits } from '#shared/contract/ai.ts';
import { chatAnswer, regenerateDraft as regenerateEndpoint } from '#shared/contract/ai.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import { stepOfFormerNumber } from '#shared/workflow/steps.ts';
import { LIMITS_PROMPT } from './built-in-prompts.ts';
import type { DraftReader } from './draft-reader.ts';
import type { PaidWork } from './paid-work.ts';
import { regeneratedDraft, regeneratePrompt } from './regenerated-draft.ts';
import type { WrittenText } from './write-text.ts';

type ChatBody = BodyOf<typeof chat>;
type RegenerateAnswer = AnswerOf<typeof regenerateDraft>;
type LimitsAnswer = AnswerOf<typeof testAiLimits>;

/** A call whose answer is made of a text that the model writes. */
export interface TextCall<Answer>
  extends Pick<
    PaidWork<Answer>,
    'call' | 'key' | 'body' | 'runId' | 'step' | 'categoryId' | 'reads' | 'parse' | 'textOf'
  > {
  prompt: string;
  /** Shown to the model beside the prompt. */
  pictures?: readonly PromptPicture[];
  /** Tokens the answer may have; those of the model when absent. */
  maxOutputTokens?: number;
  /** Makes the answer of what was written, and of what it took. */
  answerOf(written: WrittenText & { usage: AiTokens }): Answer | Promise<Answer>;
}

/** The prompt of a step, or of a replay of one. */
export function chatCall(
  { categoryId, ...body }: ChatBody,
  key: string | undefined,
  call = 'chat',
): TextCall<ChatAnswer> {
  return {
    call,
    key,
    body,
    prompt: body.prompt,
    runId: body.runId,
    step: stepOf(body),
    categoryId,
    parse: (answer) => chatAnswer.parse(answer),
    textOf: ({ output }) => output,
    answerOf: ({ output, usage, model, finishReason }) => ({ output, usage, model, finishReason }),
  };
}

/** A generated draft, written anew. */
export function regenerateCall(
  reader: Pick<DraftReader, 'read'>,
  { categoryId, ...body }: BodyOf<typeof regenerateDraft>,
  key: string | undefined,
): TextCall<RegenerateAnswer> {
  return {
    call: 'regenerateDraft',
    key,
    body,
    prompt: regeneratePrompt(body),
    runId: body.runId,
    step: stepOf(body),
    categoryId,
    parse: (answer) => regenerateEndpoint.response.parse(answer),
    textOf: ({ output }) => output,
    answerOf: async ({ output, usage, model, finishReason }) => {
      const draft = await regeneratedDraft(reader, { output, finishReason }, body.prompt);
      return { draft, output, usage, model, finishReason };
    },
  };
}

/** As long an answer as the model gives; it may have `outputLimit` tokens. */
export function limitsCall(outputLimit: number): TextCall<LimitsAnswer> {
  return {
    call: 'testAiLimits',
    key: undefined,
    body: {},
    prompt: LIMITS_PROMPT,
    parse: () => {
      throw new Error('A test of the limits is never asked for again');
    },
    textOf: ({ output }) => output,
    answerOf: ({ output, usage }) => ({
      wordCount: output.split(/\s+/).filter(Boolean).length,
      charCount: output.length,
      tokenUsage: {
        prompt_tokens: usage.promptTokens,
        completion_tokens: usage.completionTokens,
        total_tokens: usage.totalTokens,
      },
      maxTokensSetting: outputLimit,
      output,
    }),
  };
}

/** The step a call says it belongs to. Earlier apps say its number. */
function stepOf({ stepId, step }: Pick<ChatBody, 'stepId' | 'step'>): string | undefined {
  return stepId ?? stepOfFormerNumber(step) ?? undefined;
}
