import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { focusClasses } from './focus-classes.ts';

test.each([
  ['50 30', 'in-focus focus-x5 focus-y3'],
  [' 0  100 ', 'in-focus focus-x0 focus-y10'],
  ['7 93', 'in-focus focus-x0 focus-x-five focus-y9 focus-y-five'],
  ['44 98', 'in-focus focus-x4 focus-x-five focus-y10'],
])('the focal point "%s" stays in sight', (focus, classes) => {
  expect(focusClasses(focus)).toBe(classes);
});

test('every class of a focal point is in the style sheet; a side that names none begins at its edge', () => {
  const sheet = readFileSync(path.join(import.meta.dirname, 'picture-focus.css'), 'utf8');
  for (let share = 0; share <= 100; share += 1) {
    const classes = focusClasses(`${share} ${share}`).split(' ');
    for (const name of classes.filter((each) => !each.endsWith('0') || each.endsWith('10'))) {
      expect(sheet).toContain(`.${name} {`);
    }
  }
});

test.each([null, undefined, '', '50', '50 101', '-1 5', '50 30 10', '1e1 5', 'left top', '50 30; color: red'])(
  '"%s" is none, and changes nothing',
  (focus) => {
    expect(focusClasses(focus)).toBe('');
  },
);
