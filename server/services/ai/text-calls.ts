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

/** A call whose answer is made from a text that the model writes. */
export interface TextCall<Answer>
  extends Pick<
    PaidWork<Answer>,
    'call' | 'key' | 'body' | 'runId' | 'step' | 'categoryId' | 'reads' | 'parse' | 'textOf'
  > {
  prompt: string;
  /** Sent to the model together with the prompt. */
  pictures?: readonly PromptPicture[];
  /** The largest number of tokens of the answer; the model's limit when absent. */
  maxOutputTokens?: number;
  /** Makes the answer from the written text and its usage. */
  answerOf(written: WrittenText & { usage: AiTokens }): Answer | Promise<Answer>;
}

/** The call for the prompt of a step, or for a replay of a step. */
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

/** The call that writes a generated draft again. */
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

/** The call for the longest answer that the model gives; the answer may have `outputLimit` tokens. */
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

/** The step to which a call says it belongs. Earlier apps send the step's number. */
function stepOf({ stepId, step }: Pick<ChatBody, 'stepId' | 'step'>): string | undefined {
  return stepId ?? stepOfFormerNumber(step) ?? undefined;
}
