import type { TokenCount } from '#server/workers/tokens-count.ts';
import { estimateTokens } from '#server/workers/tokens-estimate.ts';
import type { WorkerClient } from '#server/workers/worker-client.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Tokens that a provider adds round one message. */
const FRAME = 8;

export interface TokenCounter {
  /** Tokens of a text by itself. */
  count(text: string): Promise<TokenCount>;
  /** Tokens of a text as the one message of a prompt. */
  countPrompt(text: string): Promise<TokenCount>;
}

/** Counts in a worker; a text that it cannot count in its time is estimated. */
export function createTokenCounter(worker: WorkerClient<string, TokenCount>): TokenCounter {
  const count = async (text: string): Promise<TokenCount> => {
    if (text === '') return { tokens: 0, estimated: false };
    try {
      return await worker.ask(text);
    } catch (error) {
      // Out of time, or too many before us: an answer that is rather too high serves as well.
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
