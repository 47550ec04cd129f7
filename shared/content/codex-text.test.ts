import { expect, test } from 'vitest';
import { codexFaults, emptyCodex, linesOf, readCodex } from '#shared/kernel/codex.ts';
import { codexText, NO_CODEX } from './codex-text.ts';

const codex = {
  ...emptyCodex,
  voice: 'Dry, short.',
  facts: [
    { fact: 'Nine in ten tents leak.', source: 'https://tents.example/count' },
    { fact: 'We sell two.', source: '' },
  ],
  forbiddenClaims: ['cures colds'],
  page: '# House rules\n\nNever write in capitals.',
};

test('a codex is told part by part, and nothing of parts that are empty', () => {
  expect(codexText(codex)).toBe(
    [
      'Keep to these rules of the category in all that you write.',
      'Voice:\nDry, short.',
      'Facts that may be stated, with their sources:\n- Nine in ten tents leak. (https://tents.example/count)\n- We sell two.',
      'Claims that must not be made:\n- cures colds',
      'Further rules:\n# House rules\n\nNever write in capitals.',
    ].join('\n\n'),
  );
});

test('a codex that says nothing is one plain sentence', () => {
  expect(codexText({ ...emptyCodex, voice: ' \n', isAppended: true })).toBe(NO_CODEX);
});

test('what is stored is read, and what is missing of it is empty', () => {
  expect(readCodex(JSON.parse(JSON.stringify(codex)))).toEqual(codex);
  expect(readCodex({})).toEqual(emptyCodex);
  for (const odd of [null, 'x', { voice: 3 }, { links: 'x' }, { links: [1] }, { facts: [null] }, { facts: {} }]) {
    expect(readCodex(odd)).toBeNull();
  }
});

test('each part says what it may have at the most, and more is no codex', () => {
  const large = { ...codex, page: 'x'.repeat(1_000_000), wordsToAvoid: ['a'.repeat(4001)] };
  expect(codexFaults(large)).toEqual([
    { part: 'wordsToAvoid', message: '4,001 characters; it can have 4,000 at the most.' },
    { part: 'page', message: '1,000,000 characters; it can have 20,000 at the most.' },
  ]);
  expect(readCodex(large)).toBeNull();
  expect(codexFaults({ ...codex, page: 'x'.repeat(20_000) })).toEqual([]);
  const facts = Array.from({ length: 101 }, (_, index) => ({ fact: `${index}`, source: '' }));
  expect(codexFaults({ ...codex, facts })[0]?.message).toBe('101 facts; there can be 100.');
});

test('a source is an address, and stands beside a fact', () => {
  const messageOf = (fact: string, source: string) => codexFaults({ ...codex, facts: [{ fact, source }] })[0]?.message;
  for (const source of ['', 'https://a.example/b?c=d', 'http://a.example', '/post/counted']) {
    expect(messageOf('A fact', source)).toBeUndefined();
  }
  for (const source of ['a.example', 'javascript:alert(1)', '//a.example', 'https:// a', 'https://']) {
    expect(messageOf('A fact', source)).toContain('is no address');
  }
  expect(messageOf('', 'https://a.example')).toBe('Source 1 stands without a fact.');
});

test('a list has one entry a line', () => {
  expect(linesOf(' one \r\n\n two\rthree\n')).toEqual(['one', 'two', 'three']);
});
