import fc from 'fast-check';
import { subscribersOf } from '#server/services/import/subscribers-csv.ts';
import { readCsv } from '#shared/workflow/batch/read-csv.ts';
import { columnNames, guessColumns, looksLikeTable, readTopics } from '#shared/workflow/batch/read-topics.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { fromWords, mutatedTexts } from '../mutations.ts';

const SAMPLES = [
  'email,name,created_at,subscribed_to_emails\na@b.example,"Ada, L.",2024-01-31T09:00:00Z,true\nc@d.example,,,no\n',
  'topic;category;keywords\r\n"How ""tea"" is made";cooking;green, black\r\n"two\r\nlines";;x\r\n',
  'Tea\nCoffee\n\n- Cocoa\n',
];
const WORDS = [
  ',',
  ';',
  '\t',
  '"',
  '""',
  '\n',
  '\r',
  '\r\n',
  'email',
  'a@b.example',
  '=1+1',
  '@',
  '\ufeff',
  '__proto__',
  'topic',
  '2024-02-30',
  'yes',
];
const form = { targetMarket: '', productApp: '', productAppFunction: '', productAppUrl: '' };
const inputs = [{ name: 'Pans', form: { ...form, category: '1' } }];
const options = { form, categoryId: null, categories: [{ id: 1, name: 'Cooking', slug: 'cooking' }], inputs };

/** Tables: subscribers of another program, topics of a batch. */
export function tablesTarget(): FuzzTarget {
  return asTarget<string>({
    name: 'tables (CSV)',
    cost: 1,
    inputs: fc.oneof(mutatedTexts(SAMPLES, WORDS), fromWords(WORDS)),
    parse(text) {
      const { records } = readCsv(text);
      const held = records.reduce((sum, { cells }) => sum + cells.join('').length, 0);
      must(held <= text.length, 'more than the table holds');
      for (const entry of subscribersOf('list.csv', text)) {
        must(
          entry.kind !== 'subscriber' || !/[\s,;<>"]/.test(entry.email),
          `an address of two: ${JSON.stringify(entry)}`,
        );
      }
      const given = { text, isTable: looksLikeTable(text) };
      const { topics } = readTopics(given, guessColumns(columnNames(given)), options);
      must(topics.length <= text.length, 'more topics than characters');
      return records.length > 0;
    },
  });
}
