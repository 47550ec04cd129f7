import { markdownLanguage } from '@codemirror/lang-markdown';
import { expect, test } from 'vitest';
import { tablesIn } from './live-tables.ts';

const TABLE = '| a | b |\n|---|---|\n| 1 | 2 |';

/** Returns the texts of the tables that were found. */
const found = (text: string) =>
  tablesIn(markdownLanguage.parser.parse(text)).map(({ from, to }) => text.slice(from, to));

test.each([0, 3, 500])('a table is found behind %i other blocks, and before as many', (count) => {
  const others = 'Words.\n\n## More\n\n- an item\n\n'.repeat(count);
  expect(found(`${others}${TABLE}\n\n${others}${TABLE}\n\n${others}`)).toEqual([TABLE, TABLE]);
});

test('a table in a quotation or in a list is written as it is, and none is found where there is none', () => {
  expect(found(`> ${TABLE.replaceAll('\n', '\n> ')}\n\n- ${TABLE.replaceAll('\n', '\n  ')}`)).toEqual([]);
  expect(found('Words | and more')).toEqual([]);
  expect(found('')).toEqual([]);
});
