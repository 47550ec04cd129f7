import { expect, test } from 'vitest';
import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import { generateImage } from '#shared/contract/ai.ts';
import { errorsOf } from '#shared/contract/error-body.ts';
import { type ErrorCode, errorRegistry } from '#shared/kernel/errors.ts';
import { generationFault, isNotReady } from './generation-texts.ts';

const answered = (code: ErrorCode, message: string = errorRegistry[code].message) =>
  new ApiError(errorRegistry[code].status, '', JSON.stringify({ code, message, requestId: 'r' }));
const codes = [...errorsOf(generateImage), 'not_built'] as const;

test.each(codes)('%s is told in a sentence, without status or code', (code) => {
  const text = generationFault(answered(code));
  expect(text).toMatch(/^[A-Z].*\.$/);
  expect(text).not.toMatch(/\d{3}:|\{|[a-z]_[a-z]/);
});

test('a server that cannot make pictures says so', () => {
  expect(generationFault(answered('not_built'))).toBe('Image generation is not set up on this server.');
  expect(generationFault(answered('ai_not_configured'))).toContain('Add a provider in Settings, AI');
});

test('an answer that was no picture does not speak of a file of the owner’s', () => {
  expect(generationFault(answered('picture_refused'))).not.toContain('file');
});

test('the provider’s own words are shown where the server passes them on', () => {
  const words = 'Your account has no access to the image model.';
  expect(generationFault(answered('ai_refused', words))).toBe(words);
});

test('no answer at all is a connection to check', () => {
  expect(generationFault(new OfflineError(null))).toContain('cannot be reached');
});

test.each([
  ['Your account has no access to gpt-image-1', true],
  ['Billing hard limit has been reached', true],
  ['The model is being activated for you', true],
  [errorRegistry.ai_provider_failed.message, false],
  [errorRegistry.ai_not_configured.message, false],
  ['', false],
])('"%s" is an image model not ready yet: %s', (message, expected) => {
  expect(isNotReady(message)).toBe(expected);
});
