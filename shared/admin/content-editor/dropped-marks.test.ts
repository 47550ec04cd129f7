import { expect, test } from 'vitest';
import { droppedMarks } from './dropped-marks.ts';

test.each([
  ['A **bold** word', 'remove', 'bold and italics'],
  ['A *soft* word', 'remove', 'bold and italics'],
  ['A _soft_ word', 'remove', 'bold and italics'],
  ['A **bold** word', 'show', null],
  ['One.\n\n---\n\nTwo.', 'show', 'lines across'],
  ['One *two*.\n\n***\n\nTwo.', 'remove', 'bold, italics and lines across'],
  ['Plain, 2 * 3 * 4, snake_case_name, `*code*`', 'remove', null],
  ['```\n**code**\n---\n```', 'remove', null],
  ['- a\n- b', 'remove', null],
  ['Head\n---\n\n| a |\n|---|\n| 1 |', 'remove', null],
] as const)('of %j, with emphasis to %s, readers lack %s', (markdown, emphasis, dropped) => {
  expect(droppedMarks(markdown, { emphasis })).toBe(dropped);
});
