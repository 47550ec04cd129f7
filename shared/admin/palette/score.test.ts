import { expect, test } from 'vitest';
import { postName, score } from './score.ts';

test('every word that is typed begins a word of what is offered', () => {
  expect(score('Settings: Backups', 'back')).toBe(0.9);
  expect(score('Settings: Backups', 'set back')).toBe(1);
  expect(score('Save This Post', 'save this')).toBe(1);
  expect(score('Media Library', 'light')).toBe(0);
  expect(score('Media Library', 'media lost')).toBe(0);
});

test('a post that the server has found stands behind what has the name, and before what could be meant', () => {
  const scores = [score('Media Library', 'media'), score(postName(3), 'media'), score('Messages', 'mail', ['mail'])];
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores.every((each) => each > 0)).toBe(true);
});
