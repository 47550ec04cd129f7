import { expect, test } from 'vitest';
import { MOST_TOPICS } from '#shared/kernel/batch-limits.ts';
import { columnNames, guessColumns, looksLikeTable, readTopics, retyped } from './read-topics.ts';

const form = { targetMarket: '', productApp: 'App', productAppFunction: 'Does it', productAppUrl: 'https://a.example' };
const categories = [{ id: 7, name: 'Technology', slug: 'technology' }];
const options = { form, categoryId: null, categories };
const lines = (text: string) => readTopics({ text, isTable: false }, [], options);
const table = (text: string) => {
  const given = { text, isTable: true };
  return readTopics(given, guessColumns(columnNames(given)), options);
};

test('each line that is not blank is a target market; what else a topic needs holds for all', () => {
  const { topics, faults } = lines('Dancers\n\n  Gardeners, in flats \r\nCooks');
  expect(topics.map(({ line, form: { targetMarket } }) => [line, targetMarket])).toEqual([
    [1, 'Dancers'],
    [3, 'Gardeners, in flats'],
    [4, 'Cooks'],
  ]);
  expect(topics[0]?.form).toEqual({ ...form, targetMarket: 'Dancers' });
  expect(faults).toEqual([]);
});

test('the columns of a table are known by their names, in any order and with any of the usual delimiters', () => {
  for (const delimiter of [',', ';', '\t']) {
    const text = [
      ['Category', 'Topic', 'product_app'],
      ['technology', '"Cooks, old"', 'Pan'],
    ]
      .map((row) => row.join(delimiter))
      .join('\n');
    expect(looksLikeTable(text)).toBe(true);
    expect(table(text).topics).toEqual([
      { line: 2, categoryId: 7, form: { ...form, targetMarket: 'Cooks, old', productApp: 'Pan' } },
    ]);
  }
  expect(looksLikeTable('Dancers, and their teachers\nCooks')).toBe(false);
});

test('a line that is wrong is named, spoils no other, and can be mended apart from them', () => {
  const text = [
    'topic,category',
    'Dancers,technology',
    ',technology',
    'Cooks,Kitchen',
    'One,two,three',
    'dancers,Technology',
    `${'x'.repeat(2001)},`,
    '"Two',
    'lines",',
    'Last,',
  ].join('\n');
  const { topics, faults, faulty } = table(text);
  expect(topics.map(({ form: { targetMarket } }) => targetMarket)).toEqual(['Dancers', 'Two\nlines', 'Last']);
  expect(faults).toEqual([
    { line: 3, says: 'Target Market is empty.' },
    { line: 4, says: 'There is no category “Kitchen”.' },
    { line: 5, says: 'It has 3 columns, and the first line names 2.' },
    { line: 6, says: 'It says the same as line 2.' },
    { line: 7, says: 'Target Market has 2,001 characters, and may have 2,000.' },
  ]);
  expect(topics.at(-1)?.line).toBe(10);
  expect(table(faulty).faults.map(({ says }) => says)).toEqual(
    faults.filter(({ line }) => line !== 6).map(({ says }) => says),
  );
});

test('a quotation mark that is never closed is told where it stands', () => {
  const { topics, faults } = table('topic,category\nDancers,\n"Cooks,technology\nGardeners,');
  expect(topics.map(({ line }) => line)).toEqual([2]);
  expect(faults).toEqual([{ line: 3, says: 'A quotation mark is opened and never closed.' }]);
});

test('what is more than a batch may have is left for the next one, and is read in a moment', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `Topic ${index}`).join('\n');
  const { topics, faults, faulty } = lines(many);
  expect(topics).toHaveLength(MOST_TOPICS);
  expect(faults).toHaveLength(10_000 - MOST_TOPICS);
  expect(faults[0]).toEqual({ line: 501, says: 'A batch has at most 500 topics: this one is for the next.' });
  expect(lines(faulty).topics[0]?.form.targetMarket).toBe('Topic 500');
});

test('a table is known as one also where other topics stood, a list where a table stood, and else it stays what the owner says it is', () => {
  const table = 'category;topic\nTechnology;Cooks';
  expect(retyped({ text: 'Cooks\nDancers', isTable: false }, table)).toEqual({ text: table, isTable: true });
  expect(retyped({ text: table, isTable: false }, `${table} over 40`).isTable).toBe(false);
  expect(retyped({ text: 'topic\nCooks', isTable: true }, 'topic\nDancers').isTable).toBe(true);
  expect(retyped({ text: table, isTable: true }, 'category;top\nTechnology;Cooks').isTable).toBe(true);
  expect(retyped({ text: table, isTable: true }, 'Cooks\nDancers').isTable).toBe(false);
});
