import { LONGEST_TOPIC, MOST_TOPICS } from '#shared/kernel/batch-limits.ts';
import { type ChainForm, missingFields } from '../chain-form.ts';
import { FORM_PLACEHOLDERS, type FormPlaceholder } from '../steps.ts';
import { type CsvRecord, readCsv } from './read-csv.ts';

/** What a column of a table holds; null for one that is not used. */
export type ColumnUse = FormPlaceholder | 'category' | null;

/** The words for what a column can hold. */
export const COLUMN_WORDS: Readonly<Record<NonNullable<ColumnUse>, string>> = {
  targetMarket: 'Target Market',
  productApp: 'Product/App Name',
  productAppFunction: 'Product/App Function',
  productAppUrl: 'Product/App URL',
  category: 'Category',
};

/** A topic, and the line it stands in. */
export interface ReadTopic {
  readonly line: number;
  readonly form: ChainForm;
  readonly categoryId: number | null;
}

export interface ReadTopics {
  readonly topics: readonly ReadTopic[];
  /** Lines no topic can be made of, and why. */
  readonly faults: readonly { readonly line: number; readonly says: string }[];
  /** The text of those lines alone, with the names of the columns, so that they can be mended. */
  readonly faulty: string;
}

export interface TopicOptions {
  /** What holds for each topic where its line says nothing. */
  readonly form: ChainForm;
  readonly categoryId: number | null;
  readonly categories: readonly { readonly id: number; readonly name: string; readonly slug: string }[];
  /** Inputs that were saved by name: a category's say its product. */
  readonly inputs: readonly { readonly name: string; readonly form: ChainForm }[];
}

/** A text with topics as it was typed or came out of a file. */
export interface TopicText {
  readonly text: string;
  /**
   * A table with the names of its columns in the first line; else each line is a target market, and one that ends in a colon
   * names the category, or the saved inputs, of those below it.
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

/** What the columns of a table hold, by their names: each use once. */
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

/** The names of a table's columns. */
export function columnNames({ text, isTable }: TopicText): readonly string[] {
  return isTable ? (readCsv(text).records[0]?.cells ?? []) : [];
}

/** Whether a text looks like a table: its first line names the target market beside something else. */
export function looksLikeTable(text: string): boolean {
  const names = readCsv(text).records[0]?.cells ?? [];
  return names.length > 1 && guessColumns(names).includes('targetMarket');
}

/**
 * The text as it was typed or pasted anew. It is a table from when its first line becomes that of one, until that line has a
 * single column; what the owner says of a first line that stays holds.
 */
export function retyped({ text: before, isTable }: TopicText, text: string): TopicText {
  const [was, is] = [looksLikeTable(before), looksLikeTable(text)];
  if (is && !was) return { text, isTable: true };
  const isListNow = was && columnNames({ text, isTable: true }).length < 2;
  return { text, isTable: isTable && !isListNow };
}

/** Reads topics; what is wrong with a line is said by its number, and spoils no other. */
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

/** What the cells hold of a line of a list. */
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

/** A line that begins with what it is for, as in “Travel: Night trains”, in two; null where no such name stands there. */
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

/** A heading with no line below it. */
function isAlone(heading: CsvRecord | null, records: readonly CsvRecord[]): heading is CsvRecord {
  return heading !== null && (records.at(-1)?.line ?? 0) < heading.line;
}

function tableOf(text: string) {
  const { records, unclosed } = readCsv(text);
  const [head = { line: 1, cells: [] }, ...rest] = records;
  const inRecord = rest.findLast(({ line }) => unclosed !== null && line <= unclosed);
  return { records: rest, unclosed: inRecord?.line ?? unclosed, head };
}

/** What a line's category stands for: the product is that of its saved inputs, else what the form says for all. */
interface Niche {
  readonly categoryId: number | null;
  readonly product: ChainForm;
}

/** Finds what is meant by the name of a category or of saved inputs; says what is wrong with one that is neither. */
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

/** Lines as they are typed again. */
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
