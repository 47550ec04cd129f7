import { z } from 'zod';
import { type FieldLine, lineKeyOf, plainTexts } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { contentText } from '../content-text.ts';
import { escapedText } from '../markdown/markdown-text.ts';
import { ImportFault } from './import-fault.ts';
import { readYamlRecord, type YamlRecord, type YamlValue } from './yaml-record.ts';

/** The most characters of front matter. */
const LONGEST = 100_000;

const blankable = z.string('Must be text').nullish();
const flag = z
  .string('Must be true or false')
  .nullish()
  .transform((value) => value?.trim().toLowerCase())
  .pipe(z.enum(['true', 'yes', 'on', 'false', 'no', 'off', ''], 'Must be true or false').optional())
  .transform((value) => (value ? ['true', 'yes', 'on'].includes(value) : undefined));
const date = z
  .string('Must be a date like 2024-01-31, with or without a time')
  .nullish()
  .transform((value, context) => {
    if (!value?.trim()) return undefined;
    const time = readDate(value);
    if (time !== null) return time;
    context.addIssue(`“${value.slice(0, 60)}” is not a date like 2024-01-31 or 2024-01-31T09:00:00Z`);
    return z.NEVER;
  });
const list = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(z.string('Must be text').nullable(), 'Must be a list').nullish(),
  )
  .transform((entries) => entries?.map((entry) => entry?.trim() ?? '').filter((entry) => entry !== ''));
const people = z.preprocess((value) => {
  const nameOf = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : entry;
  return Array.isArray(value) ? value.map(nameOf) : nameOf(value);
}, list);
const minutes = z
  .string('Must be a whole number of minutes')
  .regex(/^\s*[1-9]\d{0,3}\s*$/, 'Must be a whole number of minutes')
  .transform(Number)
  .nullish();

const ordinal = z
  .string('Must be a whole number')
  .regex(/^\s*\d{0,5}\s*$/, 'Must be a whole number')
  .transform(Number)
  .nullish();

/** Paths and complete addresses. Other values that generators write there (“pretty”, “/:year/:title/”) are ignored. */
const addresses = z.preprocess(
  (value) =>
    [value]
      .flat()
      .filter(
        (each) => typeof each === 'string' && /^(?:\/(?!\/)|https?:\/\/)[^:\s]*(?::\d+[^:\s]*)?$/i.test(each.trim()),
      ),
  z.array(z.string().trim()),
);

/**
 * The names that are read, in lower case without hyphens and underscores; names of other generators are listed as well
 * as ours.
 */
const known = z.object({
  title: z.string('A title is required').refine((value) => value.trim() !== '', 'A title is required'),
  slug: blankable,
  date,
  created: date,
  updated: date,
  contentupdated: date,
  authors: people,
  tags: list,
  category: blankable,
  excerpt: blankable,
  description: blankable,
  image: blankable,
  imagealt: blankable,
  draft: flag,
  published: flag,
  featured: flag,
  readtime: minutes,
  seriesnumber: ordinal,
  /** The addresses under which readers found the post on another site. */
  oldaddresses: addresses,
  ...recordOf(plainTexts, (name) => [lineKeyOf(name), blankable]),
} satisfies Record<Lowercase<FieldLine>, z.ZodType> & Record<string, z.ZodType>);

/** The parsed front matter; times are in milliseconds since 1970. Absent and blank fields are undefined. */
export type FrontMatter = z.output<typeof known>;

export interface PostSource {
  front: FrontMatter;
  /** The text after the front matter, unchanged. */
  body: string;
  /** The line of the file on which the body begins. */
  bodyLine: number;
  /** Returns the line of the file on which a field stands; 1 for an absent field. */
  lineOf(field: keyof FrontMatter, entry?: number): number;
}

const aliases: Record<string, keyof FrontMatter> = {
  publishdate: 'date',
  pubdate: 'date',
  lastmod: 'updated',
  lastmodified: 'updated',
  modified: 'updated',
  author: 'authors',
  tag: 'tags',
  categories: 'category',
  summary: 'excerpt',
  featuredimage: 'image',
  cover: 'image',
  hero: 'image',
  seriesorder: 'seriesnumber',
  imagetitle: 'imagealt',
  seotitle: 'metatitle',
  seodescription: 'metadescription',
};

/**
 * The names of other generators for an address of the post; a post may have several of them, each with its own address.
 */
const ADDRESSES: ReadonlySet<string> = new Set(['redirectfrom', 'aliases', 'permalink', 'url']);

/**
 * Splits a Markdown file into its checked front matter and its text. `fallbackTitle` is used where the file has no
 * title.
 * @throws ImportFault with the line of the first fault.
 */
export function readPostSource(file: string, fallbackTitle?: string): PostSource {
  const match = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(file);
  if (!match) throw new ImportFault('Must begin with front matter: YAML between two lines of “---”', 1);
  const source = match[1] ?? '';
  if (source.length > LONGEST) throw new ImportFault('The front matter is too long', 1);
  const record = readYamlRecord(source.replace(/\r\n/g, '\n'), 2);
  const { values, keys } = canonical(record);
  const isUntitled = !values.has('title') || values.get('title') === '';
  if (fallbackTitle !== undefined && isUntitled) values.set('title', fallbackTitle);
  const lineOf = (field: keyof FrontMatter, ...rest: (string | number)[]) => {
    const key = keys.get(field);
    return key === undefined ? 1 : record.lineOf([key, ...rest]);
  };
  const result = known.safeParse(Object.fromEntries(values));
  if (!result.success) {
    const issue = result.error.issues[0];
    const [field, ...rest] = (issue?.path ?? []) as [keyof FrontMatter, ...(string | number)[]];
    throw new ImportFault(`${keys.get(field) ?? field}: ${issue?.message}`, lineOf(field, ...rest));
  }
  const end = match.index + match[0].length;
  return {
    front: result.data,
    body: file.slice(end),
    bodyLine: file.slice(0, end).split('\n').length,
    lineOf: (field, entry) => (entry === undefined ? lineOf(field) : lineOf(field, entry)),
  };
}

function canonical(record: YamlRecord): {
  values: Map<keyof FrontMatter, YamlValue>;
  keys: Map<keyof FrontMatter, string>;
} {
  const values = new Map<keyof FrontMatter, YamlValue>();
  const keys = new Map<keyof FrontMatter, string>();
  for (const [key, value] of record.values) {
    const plain = key.toLowerCase().replace(/[-_]/g, '');
    if (ADDRESSES.has(plain)) values.set('oldaddresses', [values.get('oldaddresses') ?? [], value].flat());
    const isOwn = Object.hasOwn(known.shape, plain);
    const field = isOwn ? (plain as keyof FrontMatter) : Object.hasOwn(aliases, plain) ? aliases[plain] : undefined;
    // Our own names win over those of other generators.
    if (field === undefined || value === null || (!isOwn && values.has(field))) continue;
    const isOneOfList = field === 'category' || field === 'series';
    const fitting = field === 'image' ? pictureOf(value, values) : isOneOfList ? first(value) : value;
    if (fitting === null) continue;
    values.set(field, fitting);
    keys.set(field, key);
  }
  return { values, keys };
}

/** Reads `image: {path, alt}` of some generators; `hero: false` says that there is no picture. */
function pictureOf(value: YamlValue, values: Map<keyof FrontMatter, YamlValue>): YamlValue {
  if (value === 'false' || value === 'true') return null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return first(value);
  if (typeof value.alt === 'string' && !values.has('imagealt')) values.set('imagealt', value.alt);
  return value.path ?? value.src ?? value.url ?? value.image ?? null;
}

function first(value: YamlValue): YamlValue {
  return Array.isArray(value) ? (value[0] ?? null) : value;
}

/** Returns HTML or Markdown from front matter as one line of plain text. */
export function plainLine(markdown: string): string {
  return contentText(markdown).replace(/\s+/g, ' ').trim();
}

const inlineTag = /<\/?(?:a|abbr|b|br|code|em|i|mark|q|s|small|span|strong|sub|sup|u)\b[^<>]*>/gi;

/**
 * Returns a title as plain text on one line: other generators insert titles into their pages as HTML. All other
 * characters of the title stay.
 */
export function plainTitle(title: string): string {
  const flat = title.replace(/\s+/g, ' ').trim();
  const bare = flat.replace(inlineTag, '').trim();
  const read = /&#?\w+;/.test(bare) ? plainLine(escapedText(bare)) : bare;
  return read === '' ? flat : read;
}

const written =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[Tt\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(?:([Zz]|UTC|GMT)|([+-])(\d{1,2}):?(\d{2})?)?)?$/;

/**
 * Reads a date as front matter writes it (a date alone, or with time and zone; without a zone it is UTC) in
 * milliseconds since 1970; null for a text that is no date. "2014-03-12", "2014-03-12 09:00:00 -4",
 * "2014-03-12T10:14:29-04:00".
 */
export function readDate(text: string): number | null {
  const match = written.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', , sign, zoneHour, zoneMinute] =
    match;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  const time = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  const read = new Date(time);
  // 30 February would become 2 March.
  const isReal = read.getUTCMonth() === mo - 1 && read.getUTCDate() === d && read.getUTCHours() === h;
  if (!isReal || mi > 59 || s > 59 || y < 1000) return null;
  const zone = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute ?? 0));
  return time - zone * 60_000;
}

const PREFIX = /^(\d{4}-\d{1,2}-\d{1,2})[-_]/;

/** Returns the date at the beginning of a file's name ("2014-03-12-coming-soon.md") and the name without it. */
export function splitDatedName(name: string): { date: number | null; rest: string } {
  const prefix = PREFIX.exec(name);
  const date = prefix ? readDate(prefix[1] ?? '') : null;
  return date === null || !prefix ? { date: null, rest: name } : { date, rest: name.slice(prefix[0].length) };
}
