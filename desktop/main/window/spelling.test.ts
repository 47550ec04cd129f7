import { expect, test } from 'vitest';
import { readSpelling, withLanguage } from './spelling.ts';

const AVAILABLE = ['de', 'en-GB', 'en-US', 'pt-BR'];

test.each([
  [['en-GB'], ['en-GB']],
  [['de-AT', 'en-US'], ['de']],
  [['pt-PT'], ['pt-BR']],
  [['xx', 'en'], ['en-GB']],
  [['xx'], []],
])('of an owner with the languages %j, spelling is checked in %j', (preferred, languages) => {
  expect(readSpelling('', AVAILABLE, preferred)).toEqual({ isOn: true, languages });
});

test('what was chosen is remembered, as far as the system has it', () => {
  const text = JSON.stringify({ isOn: false, languages: ['en-US', 'tlh'] });
  expect(readSpelling(text, AVAILABLE, ['de'])).toEqual({ isOn: false, languages: ['en-US'] });
  const gone = JSON.stringify({ isOn: true, languages: ['tlh'] });
  expect(readSpelling(gone, AVAILABLE, ['de'])).toEqual({ isOn: true, languages: ['de'] });
});

test.each(['{', '{"isOn":"yes"}', '[]', '{"isOn":true,"languages":[1]}'])('a damaged choice %s is none', (text) => {
  expect(readSpelling(text, AVAILABLE, ['de'])).toEqual({ isOn: true, languages: ['de'] });
});

test('a language is taken in and left out again; the last one stays', () => {
  const one = { isOn: true, languages: ['en-US'] };
  const two = withLanguage(one, 'de');
  expect(two.languages).toEqual(['de', 'en-US']);
  expect(withLanguage(two, 'en-US').languages).toEqual(['de']);
  expect(withLanguage(one, 'en-US')).toEqual(one);
});
