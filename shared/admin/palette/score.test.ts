import { expect, test } from 'vitest';
import { postName, ranked } from './score.ts';

const groups = (...given: [string, ...string[]][]) =>
  given.map(([title, ...names]) => ({ title, entries: names.map((name) => ({ name })) }));

/** Returns the names that match the words, in the order in which they are shown. */
const found = (typed: string, ...names: string[]) =>
  ranked(groups(['Do', ...names]), typed).flatMap(({ entries }) => entries.map(({ name }) => name));

test('every word that is typed begins a word of what is offered', () => {
  expect(found('back', 'Settings: Backups', 'Go Back', 'Backups')).toEqual(['Backups', 'Settings: Backups', 'Go Back']);
  expect(found('set back', 'Settings: Backups', 'Settings')).toEqual(['Settings: Backups']);
  expect(found('save this', 'Save This Post')).toEqual(['Save This Post']);
  expect(found('light', 'Media Library')).toEqual([]);
  expect(found('media lost', 'Media Library')).toEqual([]);
});

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

test('a post that the server has found comes behind what has the name, and before what could only be meant', () => {
  const offered = [
    { title: 'Do', entries: [{ name: 'Messages', words: ['mail'] }] },
    { title: 'Go to', entries: [{ name: 'Mail' }] },
    { title: 'Posts', entries: [{ name: postName(3) }] },
  ];
  expect(ranked(offered, 'mail').map(({ title }) => title)).toEqual(['Go to', 'Posts', 'Do']);
});

test('without words everything is offered as it came', () => {
  const offered = groups(['Do', 'Two', 'One'], ['Go to', 'Three']);
  expect(ranked([...groups(['Posts']), ...offered], '')).toEqual(offered);
});
