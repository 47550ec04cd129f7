import { expect, test } from 'vitest';
import { finishOf } from './finish-reason.ts';

test.each([
  ['OpenAI', 'stop', 'stop'],
  ['OpenAI', 'length', 'length'],
  ['OpenAI', 'content_filter', 'content_filter'],
  ['OpenAI', 'tool_calls', 'tool_call'],
  ['OpenAI, formerly', 'function_call', 'tool_call'],
  ['Anthropic', 'end_turn', 'stop'],
  ['Anthropic', 'max_tokens', 'length'],
  ['Anthropic', 'tool_use', 'tool_call'],
  ['Anthropic', 'refusal', 'content_filter'],
  ['Anthropic', 'pause_turn', 'other'],
  ['Google', 'STOP', 'stop'],
  ['Google', 'MAX_TOKENS', 'length'],
  ['Google', 'SAFETY', 'content_filter'],
  ['Google', 'MALFORMED_FUNCTION_CALL', 'tool_call'],
  ['Google', 'UNEXPECTED_TOOL_CALL', 'tool_call'],
  ['Google', 'OTHER', 'other'],
  ['Mistral', 'model_length', 'length'],
  ['nobody we know', 'toString', 'other'],
] as const)('%s says %s: %s', (_provider, said, reason) => {
  expect(finishOf(said, false)).toBe(reason);
});

test('an answer that has called a tool waits for it, whatever its provider calls that; one that was cut is cut', () => {
  expect(finishOf('stop', true)).toBe('tool_call');
  expect(finishOf('STOP', true)).toBe('tool_call');
  expect(finishOf('length', true)).toBe('length');
});
