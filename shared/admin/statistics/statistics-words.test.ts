import { expect, test } from 'vitest';
import { changeText, followersText, periodText, shareText, timeName, timesText } from './statistics-words.ts';

test.each([
  [112, 100, '+12 %'],
  [97, 100, '−3 %'],
  [100, 100, 'as before'],
  [5, 0, 'new'],
  [0, 0, ''],
  [0, 4, '−100 %'],
  [999, 100, '+899 %'],
  [1000, 100, '10 times as many'],
  [364_600, 600, '608 times as many'],
])('%i beside %i is “%s”', (now, before, text) => expect(changeText(now, before)).toBe(text));

test('a share of nothing is none', () => {
  expect([shareText(1, 3), shareText(0, 0)]).toEqual(['33 %', '–']);
});

test('beside the followers stands what came and went, and how many mails were sent', () => {
  expect([followersText(0, 0), followersText(3, 0), followersText(-1, 1), followersText(0, 1200)]).toEqual([
    '',
    '+3 in this time',
    '−1 in this time · 1 mail sent',
    '1,200 mails sent',
  ]);
});

test('numbers and times are said as people say them', () => {
  expect([timesText(1), timesText(1200)]).toEqual(['once', '1,200 times']);
  expect([timeName('2026-11-25'), timeName('2026-11')]).toEqual(['25 Nov', 'Nov 2026']);
  expect(
    periodText({ unit: 'day', from: '2026-11-19', to: '2026-11-25', beforeFrom: '2026-11-12', beforeTo: '2026-11-18' }),
  ).toBe('19 Nov 2026 to 25 Nov 2026 in UTC, beside 12 Nov 2026 to 18 Nov 2026');
});
