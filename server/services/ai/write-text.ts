import type { AiProvider, PromptPicture } from '#server/adapters/ai/provider.ts';
import type { Redact } from '#server/adapters/ai/redact.ts';
import type { FinishReason } from '#shared/contract/ai.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { type Attempt, withAttempts } from './attempts.ts';
import type { LiveCall } from './live-call.ts';
import type { Spending } from './paid-work.ts';

/** The text that a model wrote. */
export interface WrittenText {
  output: string;
  model: string;
  finishReason: FinishReason;
}

export interface WriterOptions {
  timers: Timers;
  random: () => number;
  /** The longest time, in milliseconds, that a provider may stay silent. */
  silence: number;
}

/** The provider that writes, and its limits. */
interface Writer extends WriterOptions {
  provider: AiProvider;
  redact: Redact;
  maxOutputTokens: number;
  pictures?: readonly PromptPicture[] | undefined;
}

/**
 * The largest number of characters of an answer, as many as a post may have. A provider that writes more is stopped.
 */
const MAX_OUTPUT = 1_000_000;

/**
 * Lets the model answer a prompt; the text is written to `live` as it arrives. An answer without text does not count as
 * an answer that stopped by itself. Throws AppError: `ai_refused` when the model refuses, `ai_provider_failed` when the
 * answer breaks off, and the errors that correspond to the provider's errors.
 */
export async function writeText<Answer>(
  { provider, timers, redact, random, maxOutputTokens, silence, pictures }: Writer,
  prompt: string,
  live: LiveCall<Answer>,
  spending: Spending,
): Promise<WrittenText> {
  let model = provider.textModel;
  let finishReason: FinishReason | null = null;
  let refusal = '';
  let length = 0;

  const listen = async ({ signal, heard }: Attempt): Promise<void> => {
    // A separate controller, so that an answer that is long enough can be ended without becoming a failure.
    const enough = new AbortController();
    const both = AbortSignal.any([signal, enough.signal]);
    for await (const piece of provider.chat({ prompt, pictures, maxTokens: maxOutputTokens, signal: both })) {
      heard();
      if (piece.kind === 'model') model = piece.model;
      else if (piece.kind === 'finish') finishReason = piece.reason;
      else if (piece.kind === 'usage') spending.usage = piece.usage;
      else if (piece.kind === 'refusal') refusal += piece.text;
      else {
        const text = piece.text.slice(0, MAX_OUTPUT - length);
        length += text.length;
        live.append(text);
        if (text.length < piece.text.length || length >= MAX_OUTPUT) {
          finishReason = 'length';
          enough.abort();
          return;
        }
      }
    }
  };

  const onPause = (milliseconds: number | null) => live.pause(milliseconds);
  await withAttempts({ timers, silence, random, spending, onPause, signal: live.signal }, listen);
  const output = live.text;
  if (refusal.trim() !== '') throw refused(redact(refusal).slice(0, 500));
  if (finishReason === 'content_filter' && output.trim() === '') throw refused('Its content filter has stopped it.');
  if (finishReason === null) throw brokenOff();
  const isEmpty = output.trim() === '' && finishReason !== 'tool_call';
  return { output, model, finishReason: isEmpty ? 'other' : finishReason };
}

function refused(why: string): AppError {
  return new AppError('ai_refused', { message: `The AI provider refused this request. ${why}` });
}

function brokenOff(): AppError {
  return new AppError('ai_provider_failed', {
    message: 'The answer of the AI provider broke off before it was complete. Try again.',
  });
}
