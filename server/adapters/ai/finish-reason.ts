import type { FinishReason } from '#shared/contract/ai.ts';

/**
 * The words with which providers end an answer, in lower case. OpenAI's own words come first in each line. They are
 * followed by those of Anthropic (https://docs.claude.com/en/api/handling-stop-reasons), Google
 * (https://ai.google.dev/api/generate-content#FinishReason) and Mistral, which arrive here when a proxy or a compatible
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
 * Returns why an answer ended, from the provider's word. An answer that stopped normally but has called a tool waits
 * for the tool's result: in that case Google's compatible address says `stop`, and so do older versions of Ollama.
 */
export function finishOf(said: string, hasCalledTool: boolean): FinishReason {
  const reason = REASONS.get(said.toLowerCase()) ?? 'other';
  return reason === 'stop' && hasCalledTool ? 'tool_call' : reason;
}
