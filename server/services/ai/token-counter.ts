import type { TokenCount } from '#server/workers/tokens-count.ts';
import { estimateTokens } from '#server/workers/tokens-estimate.ts';
import type { WorkerClient } from '#server/workers/worker-client.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The number of tokens that a provider adds around one message. */
const FRAME = 8;

export interface TokenCounter {
  /** The tokens of a text by itself. */
  count(text: string): Promise<TokenCount>;
  /** The tokens of a text as the only message of a prompt. */
  countPrompt(text: string): Promise<TokenCount>;
}

/** Counts in a worker; for a text that the worker cannot count in time, the number is estimated. */
export function createTokenCounter(worker: WorkerClient<string, TokenCount>): TokenCounter {
  const count = async (text: string): Promise<TokenCount> => {
    if (text === '') return { tokens: 0, estimated: false };
    try {
      return await worker.ask(text);
    } catch (error) {
      // The time was up, or too many texts were waiting: an estimate that is rather too high is good enough.
      if (error instanceof AppError && error.code === 'overloaded')
        return { tokens: estimateTokens(text), estimated: true };
      throw error;
    }
  };
  return {
    count,
    async countPrompt(text) {
      const { tokens, estimated } = await count(text);
      return { tokens: tokens + FRAME, estimated };
    },
  };
}
