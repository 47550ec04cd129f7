import { expect, test } from 'vitest';
import type { Letter } from '#shared/contract/letters/letters.ts';
import { letterFacts, missingText, progressText, sendQuestion } from './letter-words.ts';

const letter: Letter = {
  ...{ id: 1, kind: 'post', byHand: false, subject: 'Oolong', posts: [{ id: 3, title: 'Oolong' }] },
  ...{ state: 'sending', reason: null, createdAt: '2026-11-25T10:00:00.000Z', startsAt: '2026-11-25T10:00:00.000Z' },
  ...{ endedAt: null, recipients: 1000, sent: 412, failed: 0, left: 0, perhapsTwice: 0 },
};

test.each<[Partial<Letter>, string]>([
  [{}, '412 of 1,000 sent'],
  [{ failed: 3, left: 2, perhapsTwice: 1 }, '412 of 1,000 sent · 3 failed · 2 had unsubscribed · 1 perhaps twice'],
  [{ state: 'waiting', recipients: 0, sent: 0 }, 'Nobody has it yet.'],
  [{ state: 'done', recipients: 0, sent: 0 }, 'It had no recipients.'],
])('how far a letter has come is told in numbers', (given, text) => {
  expect(progressText({ ...letter, ...given })).toBe(text);
});

test('a letter is named by its post, or by what it lists', () => {
  expect(letterFacts(letter)).toMatch(/^Post “Oolong” · /);
  expect(letterFacts({ ...letter, byHand: true })).toMatch(/^Post “Oolong”, by hand · /);
  expect(letterFacts({ ...letter, kind: 'digest', state: 'waiting' })).toMatch(/^Weekly digest · begins on /);
});

test('what is missing is named as its field is', () => {
  expect(missingText(['senderName', 'replyTo', 'postalAddress'])).toBe(
    'the sender’s name, a reply address, and a postal address',
  );
  expect(missingText(['postalAddress'])).toBe('a postal address');
});

test('the question says how many get it', () => {
  expect(sendQuestion('Oolong', 1)).toBe('Send “Oolong” to 1 subscriber?');
  expect(sendQuestion('Oolong', 12_345)).toBe('Send “Oolong” to 12,345 subscribers?');
});
