import { expect, test } from 'vitest';
import { MOST_TOPICS } from '#shared/kernel/batch-limits.ts';
import { columnNames, guessColumns, looksLikeTable, readTopics, retyped } from './read-topics.ts';

const form = { targetMarket: '', productApp: 'App', productAppFunction: 'Does it', productAppUrl: 'https://a.example' };
const categories = [{ id: 7, name: 'Technology', slug: 'technology' }];
const options = { form, categoryId: null, categories, inputs: [] };
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

test('of fifty lines that are wrong each is named, and the others are begun', () => {
  const rows = Array.from({ length: 100 }, (_, index) =>
    index % 2 === 0 ? `Market ${index},technology` : `Market ${index},none`,
  );
  const { topics, faults } = table(['topic,category', ...rows].join('\n'));
  expect(topics).toHaveLength(50);
  expect(faults).toEqual(
    Array.from({ length: 50 }, (_, index) => ({ line: 2 * index + 3, says: 'There is no category “none”.' })),
  );
});

const kitchen = { id: 8, name: 'Kitchen', slug: 'in-the-kitchen' };
const pan = { ...form, category: '8', targetMarket: 'Cooks', productApp: 'Pan', productAppFunction: 'Fries' };
const niches = {
  ...options,
  categories: [...categories, kitchen],
  inputs: [
    { name: 'Pans', form: pan },
    { name: 'Clocks', form: { ...form, category: '7', productApp: 'Clock' } },
    { name: 'Radios', form: { ...form, category: '7', productApp: 'Radio', productAppUrl: '' } },
  ],
};
const products = ({ topics }: ReturnType<typeof readTopics>) =>
  topics.map(({ form: { targetMarket, productApp }, categoryId }) => [targetMarket, productApp, categoryId]);

test('a line of a table takes its product from the saved inputs of its category, or from those it names', () => {
  const text = [
    'topic,niche,product',
    'Students,Kitchen,',
    'Families,in-the-kitchen,Wok',
    'Sailors,radios,',
    'Drivers,Technology,',
    'Readers,,',
  ].join('\n');
  const given = { text, isTable: true };
  const read = readTopics(given, guessColumns(columnNames(given)), niches);
  expect(products(read)).toEqual([
    ['Students', 'Pan', 8],
    ['Families', 'Wok', 8],
    ['Sailors', 'Radio', 7],
    // The category has two products, so neither of them is meant.
    ['Drivers', 'App', 7],
    ['Readers', 'App', null],
  ]);
  // A product brings its own address, or none.
  expect(read.topics.map((topic) => topic.form.productAppUrl)).toContain('');
});

test('a line of a list that ends in a colon says which category, or saved inputs, those below it are for', () => {
  const list = 'Readers\n\nKitchen:\nStudents\nFamilies\nRadios :\nSailors\n:\nDrivers';
  expect(products(readTopics({ text: list, isTable: false }, [], niches))).toEqual([
    ['Readers', 'App', null],
    ['Students', 'Pan', 8],
    ['Families', 'Pan', 8],
    ['Sailors', 'Radio', 7],
    ['Drivers', 'App', null],
  ]);
});

test('a line that begins with the name of a category or of saved inputs is for it alone; other colons are words', () => {
  const list =
    'Kitchen: Students\nReaders\nRadios:\nSailors\nin-the-kitchen :  Families: the large ones\nDrivers: at night\nFishers';
  const read = readTopics({ text: list, isTable: false }, [], niches);
  expect(products(read)).toEqual([
    ['Students', 'Pan', 8],
    ['Readers', 'App', null],
    ['Sailors', 'Radio', 7],
    ['Families: the large ones', 'Pan', 8],
    ['Drivers: at night', 'Radio', 7],
    ['Fishers', 'Radio', 7],
  ]);
  expect(read.faults).toEqual([]);
});

test('what stands below a name that is none is not begun for another niche, and stays with it', () => {
  const given = { text: 'Kitchen:\nStudents\nCelar:\nSailors\nDrivers\nSome words:', isTable: false };
  const { topics, faults, faulty } = readTopics(given, [], niches);
  expect(topics.map((topic) => topic.line)).toEqual([2]);
  expect(faults).toEqual([
    { line: 4, says: 'There is no category “Celar”.' },
    { line: 5, says: 'There is no category “Celar”.' },
    { line: 6, says: 'It ends in a colon and so names what the lines below it are for: there are none.' },
  ]);
  expect(faulty).toBe('Celar:\nSailors\nDrivers\nSome words:');
  const twice = { ...niches, inputs: [...niches.inputs, { name: 'pans', form: { ...pan, category: '7' } }] };
  expect(readTopics({ text: 'Pans:\nStudents', isTable: false }, [], twice).faults).toEqual([
    { line: 2, says: 'Several categories have saved inputs “Pans”.' },
  ]);
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
