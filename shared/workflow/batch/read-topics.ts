import { LONGEST_TOPIC, MOST_TOPICS } from '#shared/kernel/batch-limits.ts';
import { type ChainForm, missingFields } from '../chain-form.ts';
import { FORM_PLACEHOLDERS, type FormPlaceholder } from '../steps.ts';
import { type CsvRecord, readCsv } from './read-csv.ts';

/** The content of a table's column; null for a column that is not used. */
export type ColumnUse = FormPlaceholder | 'category' | null;

/** The labels of the possible contents of a column. */
export const COLUMN_WORDS: Readonly<Record<NonNullable<ColumnUse>, string>> = {
  targetMarket: 'Target Market',
  productApp: 'Product/App Name',
  productAppFunction: 'Product/App Function',
  productAppUrl: 'Product/App URL',
  category: 'Category',
};

/** A topic, and the number of its line. */
export interface ReadTopic {
  readonly line: number;
  readonly form: ChainForm;
  readonly categoryId: number | null;
}

export interface ReadTopics {
  readonly topics: readonly ReadTopic[];
  /** The lines from which no topic can be made, and the reason for each. */
  readonly faults: readonly { readonly line: number; readonly says: string }[];
  /** The text of only those lines, with the names of the columns, so that the owner can mend them. */
  readonly faulty: string;
}

export interface TopicOptions {
  /** The values that a topic has when its line does not give them. */
  readonly form: ChainForm;
  readonly categoryId: number | null;
  readonly categories: readonly { readonly id: number; readonly name: string; readonly slug: string }[];
  /** The saved inputs, by name; the inputs of a category give its product. */
  readonly inputs: readonly { readonly name: string; readonly form: ChainForm }[];
}

/** A text with topics, typed or read from a file. */
export interface TopicText {
  readonly text: string;
  /**
   * True for a table with the names of its columns in the first line. Otherwise each line is a target market; a line
   * that ends in a colon names the category, or the saved inputs, of the lines below it.
   */
  readonly isTable: boolean;
}

const NAMES: Readonly<Record<NonNullable<ColumnUse>, RegExp>> = {
  targetMarket: /^(target ?market|topic|market|audience|buyer)s?$/,
  productApp: /^(product ?app( ?name)?|product( ?name)?|app( ?name)?)$/,
  productAppFunction: /^(product ?app ?function|function|what it does|description)$/,
  productAppUrl: /^(product ?app ?ur[li]|ur[li]|link|address|website)$/,
  category: /^(categor(y|ies)|niche|saved inputs)$/,
};

/** Guesses the contents of a table's columns from their names; each content is used once. */
export function guessColumns(names: readonly string[]): ColumnUse[] {
  const free = new Set(Object.keys(NAMES) as NonNullable<ColumnUse>[]);
  return names.map((name) => {
    const plain = name
      .toLowerCase()
      .replace(/[\W_]+/g, ' ')
      .trim();
    const use = [...free].find((each) => NAMES[each].test(plain)) ?? null;
    if (use) free.delete(use);
    return use;
  });
}

/** Returns the names of a table's columns. */
export function columnNames({ text, isTable }: TopicText): readonly string[] {
  return isTable ? (readCsv(text).records[0]?.cells ?? []) : [];
}

/** Whether a text looks like a table: its first line names the target market and at least one other column. */
export function looksLikeTable(text: string): boolean {
  const names = readCsv(text).records[0]?.cells ?? [];
  return names.length > 1 && guessColumns(names).includes('targetMarket');
}

/**
 * Returns the state after the text was typed or pasted anew. The text becomes a table when its first line turns into
 * the first line of a table, and stays one until that line has a single column. Apart from such a change, the owner's
 * choice holds.
 */
export function retyped({ text: before, isTable }: TopicText, text: string): TopicText {
  const [was, is] = [looksLikeTable(before), looksLikeTable(text)];
  if (is && !was) return { text, isTable: true };
  const isListNow = was && columnNames({ text, isTable: true }).length < 2;
  return { text, isTable: isTable && !isListNow };
}

/** Reads topics. A fault in a line is reported with the line's number, and does not affect other lines. */
export function readTopics(given: TopicText, columns: readonly ColumnUse[], options: TopicOptions): ReadTopics {
  const { records, unclosed, head } = given.isTable
    ? tableOf(given.text)
    : { ...linesOf(given.text, options), head: null };
  const nicheOf = createNiches(options);
  const seen = new Map<string, number>();
  const topics: ReadTopic[] = [];
  const faults: { line: number; says: string }[] = [];
  const bad: CsvRecord[] = [];
  for (const record of records) {
    const { line } = record;
    const read = readRecord(record, head === null ? LIST : columns, nicheOf);
    const name = 'form' in read ? JSON.stringify([read.form, read.categoryId]).toLowerCase() : '';
    const before = seen.get(name);
    const says =
      unclosed === line
        ? 'A quotation mark is opened and never closed.'
        : head !== null && record.cells.length !== head.cells.length
          ? `It has ${record.cells.length} columns, and the first line names ${head.cells.length}.`
          : 'says' in read
            ? read.says
            : before !== undefined
              ? `It says the same as line ${before}.`
              : topics.length >= MOST_TOPICS
                ? `A batch has at most ${MOST_TOPICS} topics: this one is for the next.`
                : null;
    if (says !== null || 'says' in read) {
      faults.push({ line, says: says ?? '' });
      bad.push(record);
      continue;
    }
    seen.set(name, line);
    topics.push({ line, ...read });
  }
  return { topics, faults, faulty: textOf(head, bad) };
}

/** The contents of the cells when a line of a list is read. */
const LIST: readonly ColumnUse[] = ['targetMarket', 'category'];

type Names = Pick<TopicOptions, 'categories' | 'inputs'>;

function linesOf(text: string, names: Names): { records: CsvRecord[]; unclosed: null } {
  const records: CsvRecord[] = [];
  let heading: CsvRecord | null = null;
  for (const [index, cell] of text.split(/\r\n|\r|\n/).entries()) {
    const [words, line] = [cell.trim(), index + 1];
    const niche: string = heading?.cells[1] ?? '';
    if (words.endsWith(':')) {
      if (isAlone(heading, records)) records.push(heading);
      heading = { line, cells: ['', words.slice(0, -1).trim()] };
    } else if (words !== '') records.push({ line, cells: ownNiche(words, names) ?? [cell, niche] });
  }
  if (isAlone(heading, records)) records.push(heading);
  return { records, unclosed: null };
}

/**
 * Splits a line that begins with the name of a category or of saved inputs, as in “Travel: Night trains”; null when the
 * line does not begin with such a name.
 */
function ownNiche(words: string, names: Names): string[] | null {
  const end = words.indexOf(':');
  const name = words.slice(0, Math.max(0, end)).trim();
  const isKnown =
    name !== '' && [...names.categories, ...names.inputs].some((each) => isNamed(each, name.toLowerCase()));
  return isKnown ? [words.slice(end + 1).trim(), name] : null;
}

const isNamed = (each: { name: string; slug?: string }, name: string) =>
  each.name.toLowerCase() === name || each.slug === name;

const ALONE = 'It ends in a colon and so names what the lines below it are for: there are none.';

/** Whether a heading has no line below it. */
function isAlone(heading: CsvRecord | null, records: readonly CsvRecord[]): heading is CsvRecord {
  return heading !== null && (records.at(-1)?.line ?? 0) < heading.line;
}

function tableOf(text: string) {
  const { records, unclosed } = readCsv(text);
  const [head = { line: 1, cells: [] }, ...rest] = records;
  const inRecord = rest.findLast(({ line }) => unclosed !== null && line <= unclosed);
  return { records: rest, unclosed: inRecord?.line ?? unclosed, head };
}

/**
 * The values that a line's category stands for. The product comes from the category's saved inputs, or else from the
 * common form.
 */
interface Niche {
  readonly categoryId: number | null;
  readonly product: ChainForm;
}

/** Finds the category or the saved inputs with this name; for a name of neither, says what is wrong. */
type NicheOf = (name: string) => Niche | { says: string };

function createNiches({ form, categoryId, categories, inputs }: TopicOptions): NicheOf {
  const known = new Map<string, ReturnType<NicheOf>>([['', { categoryId, product: form }]]);
  const find = (name: string): ReturnType<NicheOf> => {
    const category = categories.find((each) => isNamed(each, name));
    const sets = inputs.filter((each) => isNamed(each, name));
    if (category) {
      const own = inputs.filter((set) => Number(set.form.category) === category.id);
      const set = own.length === 1 ? own[0] : own.find((each) => isNamed(each, name));
      return { categoryId: category.id, product: set?.form ?? form };
    }
    const [set] = sets;
    if (set === undefined) return { says: 'There is no category' };
    if (sets.length > 1) return { says: 'Several categories have saved inputs' };
    const own = categories.find(({ id }) => id === Number(set.form.category));
    return { categoryId: own?.id ?? categoryId, product: set.form };
  };
  return (name) => {
    const key = name.toLowerCase();
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return 'says' in found ? { says: `${found.says} “${name.slice(0, 60)}”.` } : found;
  };
}

function readRecord(
  { cells }: CsvRecord,
  columns: readonly ColumnUse[],
  nicheOf: NicheOf,
): { form: ChainForm; categoryId: number | null } | { says: string } {
  const typed = new Map(columns.flatMap((use, index) => (use === null ? [] : [[use, cells[index]?.trim() ?? '']])));
  if (typed.get('targetMarket') === '')
    return { says: columns === LIST ? ALONE : `${COLUMN_WORDS.targetMarket} is empty.` };
  const niche = nicheOf(typed.get('category') ?? '');
  if ('says' in niche) return niche;
  const { categoryId, product } = niche;
  const own = (name: FormPlaceholder) => typed.get(name) || (name === 'targetMarket' ? '' : product[name].trim());
  const filled = Object.fromEntries(FORM_PLACEHOLDERS.map((name) => [name, own(name)])) as Record<
    FormPlaceholder,
    string
  >;
  const [missing] = missingFields(filled);
  if (missing) return { says: `${COLUMN_WORDS[missing]} is empty.` };
  const long = FORM_PLACEHOLDERS.find((name) => filled[name].length > LONGEST_TOPIC);
  if (long) {
    const [most, has] = [LONGEST_TOPIC, filled[long].length].map((value) => value.toLocaleString('en-US'));
    return { says: `${COLUMN_WORDS[long]} has ${has} characters, and may have ${most}.` };
  }
  return { form: filled, categoryId };
}

/** Returns lines as text, in the form in which they can be typed again. */
function textOf(head: CsvRecord | null, records: readonly CsvRecord[]): string {
  if (records.length === 0) return '';
  if (head === null) return listOf(records);
  return [head, ...records].map(({ cells }) => cells.map(csvCell).join(',')).join('\n');
}

function listOf(records: readonly CsvRecord[]): string {
  let niche = '';
  const lines = records.flatMap(({ cells: [market = '', own = ''] }) => {
    const heading = own === niche ? [] : [`${own}:`];
    niche = own;
    return market === '' ? heading : [...heading, market];
  });
  return lines.join('\n');
}

function csvCell(value: string): string {
  return /[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
