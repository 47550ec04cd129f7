import { expect, test } from 'vitest';
import { postName, ranked, score } from './score.ts';

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

const groups = (...given: [string, ...string[]][]) =>
  given.map(([title, ...names]) => ({ title, entries: names.map((name) => ({ name })) }));

test('the group with what fits best comes first, and in each group what fits best', () => {
  const offered = groups(
    ['Posts', postName(3)],
    ['Do', 'Open Media', 'Mediate', 'Costs'],
    ['Look', 'Light theme'],
    ['Go to', 'Media Library'],
  );
  expect(ranked(offered, 'media')).toEqual(
    groups(['Do', 'Mediate', 'Open Media'], ['Go to', 'Media Library'], ['Posts', postName(3)]),
  );
});

test('posts come before what could only be meant', () => {
  const messages = { title: 'Do', entries: [{ name: 'Messages', words: ['mail'] }] };
  const [posts] = groups(['Posts', postName(3)]);
  expect(ranked([messages, ...(posts ? [posts] : [])], 'mail').map(({ title }) => title)).toEqual(['Posts', 'Do']);
});

test('without words everything is offered as it came', () => {
  const offered = groups(['Do', 'Two', 'One'], ['Go to', 'Three']);
  expect(ranked([...groups(['Posts']), ...offered], '')).toEqual(offered);
});
