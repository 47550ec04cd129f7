import { expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const redact = createRedactor({ apiKey: 'sk-proj-abc123456789', baseUrl: 'http://llm.inside.example:8080/v1' });

test.each([
  'Incorrect API key provided: sk-proj-abc123456789.',
  'Incorrect API key provided: sk-proj-abc*********6789.',
  'Authorization: Bearer whatever-this-is',
  'connect ECONNREFUSED http://llm.inside.example:8080/v1/chat/completions',
  'getaddrinfo ENOTFOUND llm.inside.example:8080',
  'another key-live-0000000000 of somebody’s',
])('neither key nor address is left in: %s', (text) => {
  expect(redact(text)).not.toMatch(/abc|6789|whatever|inside|0000/);
});

test('other words stay as they are', () => {
  const text = 'The model `gpt-4o` does not exist; a key point: ask skilfully.';
  expect(redact(text)).toBe(text);
  expect(createRedactor({})(text)).toBe(text);
});
