import type { FinishReason } from '#shared/contract/ai.ts';

/**
 * What providers say at the end of an answer, in small letters. OpenAI's own words come first in each line; behind them those of
 * Anthropic (https://docs.claude.com/en/api/handling-stop-reasons), Google
 * (https://ai.google.dev/api/generate-content#FinishReason) and Mistral, which come through where a proxy or a compatible
 * address does not translate them.
 */
const WORDS: Record<Exclude<FinishReason, 'other'>, readonly string[]> = {
  stop: ['stop', 'end_turn', 'stop_sequence'],
  length: ['length', 'max_tokens', 'model_context_window_exceeded', 'model_length'],
  content_filter: [
    ...['content_filter', 'refusal'],
    ...['safety', 'recitation', 'blocklist', 'prohibited_content', 'spii', 'image_safety'],
  ],
  tool_call: ['tool_calls', 'function_call', 'tool_use', 'malformed_function_call', 'unexpected_tool_call'],
};

const REASONS = new Map(
  (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((reason) =>
    WORDS[reason].map((word) => [word, reason] as const),
  ),
);

/**
 * Why an answer ended, by the provider's word for it. One that stopped by itself and has called a tool waits for what the tool
 * answers: Google's compatible address says `stop` then, as older versions of Ollama do.
 */
export function finishOf(said: string, hasCalledTool: boolean): FinishReason {
  const reason = REASONS.get(said.toLowerCase()) ?? 'other';
  return reason === 'stop' && hasCalledTool ? 'tool_call' : reason;
}
