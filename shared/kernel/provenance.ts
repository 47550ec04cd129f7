/** A call of a model whose words a text contains. Details that are not known are null. */
export type WordsSource = {
  /** The provider's name for the model. */
  readonly model: string | null;
  /** The run whose step wrote the words, and the step, by their ids. */
  readonly run: string | null;
  readonly step: string | null;
  /** The version number of the step's prompt; 0 where it is not known. */
  readonly promptVersion: number;
  /** The kind of help inside a post that wrote the words. */
  readonly help: string | null;
  /** When the words were taken into a text, ISO 8601. */
  readonly at: string | null;
};

/** The start and end of a range of a text, in UTF-16 code units, and the index of its source in the list. */
export type WordsRange = readonly [start: number, end: number, source: number];

/**
 * Which characters of a text a model wrote: ranges in the order of the text that neither overlap nor are empty, and the
 * sources they name, in the order in which the ranges first name them. Two equal provenances have the same JSON.
 */
export type Provenance = { readonly sources: readonly WordsSource[]; readonly ranges: readonly WordsRange[] };

/** A range with its source itself, for code that changes ranges. */
export interface SourcedRange {
  readonly start: number;
  readonly end: number;
  readonly source: WordsSource;
}

export const noProvenance: Provenance = { sources: [], ranges: [] };

/** The most ranges that are kept for a text; of more, the shortest are dropped. */
export const MOST_RANGES = 20_000;
export const MOST_SOURCES = 1_000;

/** Whether a stored value can be read as the provenance of a text. */
export function isProvenance(value: unknown): value is Provenance {
  if (typeof value !== 'object' || value === null) return false;
  const { sources, ranges } = value as Readonly<Record<string, unknown>>;
  const isSource = (each: unknown) => typeof each === 'object' && each !== null;
  const isRange = (each: unknown) => Array.isArray(each) && each.length === 3 && each.every(Number.isSafeInteger);
  return Array.isArray(sources) && sources.every(isSource) && Array.isArray(ranges) && ranges.every(isRange);
}

/** Returns the ranges of a text with their sources; a range without a valid source is left out. */
export function sourcedRanges({ sources, ranges }: Provenance): SourcedRange[] {
  return ranges.flatMap(([start, end, index]) => {
    const source = sources[index];
    return source === undefined ? [] : [{ start, end, source }];
  });
}

/**
 * Returns ranges in the one form in which they are stored. Where two overlap, the range that begins first has the
 * characters.
 */
export function provenanceOf(given: readonly SourcedRange[]): Provenance {
  const sources: WordsSource[] = [];
  const indices = new Map<string, number>();
  const ranges: [number, number, number][] = [];
  for (const { start, end, source } of within(withoutOverlap(given), MOST_RANGES)) {
    const name = nameOfSource(source);
    let index = indices.get(name);
    if (index === undefined) {
      if (sources.length === MOST_SOURCES) continue;
      index = sources.length;
      indices.set(name, index);
      sources.push(source);
    }
    const last = ranges.at(-1);
    if (last && last[1] === start && last[2] === index) last[1] = end;
    else ranges.push([start, end, index]);
  }
  return { sources, ranges };
}

/** Returns a name for a source; equal sources have the same name. */
export function nameOfSource({ model, run, step, promptVersion, help, at }: WordsSource): string {
  return JSON.stringify([model, run, step, promptVersion, help, at]);
}

function withoutOverlap(given: readonly SourcedRange[]): SourcedRange[] {
  let last = 0;
  return [...given]
    .sort((a, b) => a.start - b.start)
    .flatMap((range) => {
      const start = Math.max(range.start, last);
      if (range.end <= start) return [];
      last = range.end;
      return [{ ...range, start }];
    });
}

function within(ranges: readonly SourcedRange[], most: number): readonly SourcedRange[] {
  if (ranges.length <= most) return ranges;
  const longest = [...ranges].sort((a, b) => b.end - b.start - (a.end - a.start)).slice(0, most);
  return longest.sort((a, b) => a.start - b.start);
}

/**
 * One edit of a text: at `index`, `remove` characters were removed and `insert` characters inserted; `index` counts in
 * the text before all edits.
 */
export interface TextEdit {
  readonly index: number;
  readonly remove: number;
  readonly insert: number;
}

/**
 * Returns the ranges after edits of their text: only the characters that stayed keep their marks. Edits are in the
 * order of the text and do not overlap.
 */
export function afterEdits(provenance: Provenance, edits: readonly TextEdit[]): Provenance {
  if (provenance.ranges.length === 0 || edits.length === 0) return provenance;
  const moved: SourcedRange[] = [];
  const ranges = sourcedRanges(provenance);
  let next = 0;
  let shift = 0;
  let from = 0;
  // Text between two edits moves as a whole.
  const keep = (start: number, end: number) => {
    while (next < ranges.length && (ranges[next]?.end ?? 0) <= start) next += 1;
    for (let place = next; place < ranges.length; place += 1) {
      const range = ranges[place];
      if (!range || range.start >= end) break;
      const part = { start: Math.max(range.start, start) + shift, end: Math.min(range.end, end) + shift };
      moved.push({ ...part, source: range.source });
    }
  };
  for (const { index, remove, insert } of edits) {
    keep(from, index);
    shift += insert - remove;
    from = index + remove;
  }
  keep(from, Number.POSITIVE_INFINITY);
  return provenanceOf(moved);
}

/** Returns the parts of ranges that are in none of the others; both lists are in the order of the text. */
export function outside(ranges: readonly SourcedRange[], others: readonly SourcedRange[]): SourcedRange[] {
  let next = 0;
  return ranges.flatMap(({ start, end, source }) => {
    const free: SourcedRange[] = [];
    let at = start;
    while (next < others.length && (others[next]?.end ?? 0) <= start) next += 1;
    for (let place = next; place < others.length; place += 1) {
      const other = others[place];
      if (!other || other.start >= end) break;
      if (other.start > at) free.push({ start: at, end: other.start, source });
      at = Math.max(at, other.end);
    }
    if (at < end) free.push({ start: at, end, source });
    return free;
  });
}

/** Returns the parts of ranges that no other range of the same source covers. */
export function notIn(ranges: readonly SourcedRange[], others: readonly SourcedRange[]): SourcedRange[] {
  const bySource = Map.groupBy(ranges, ({ source }) => nameOfSource(source));
  const parts = [...bySource].flatMap(([name, list]) =>
    outside(
      list,
      others.filter(({ source }) => nameOfSource(source) === name),
    ),
  );
  return parts.sort((a, b) => a.start - b.start);
}

/** Returns the ranges within a text of this length, cut off at its end. */
export function clipped(provenance: Provenance, length: number): Provenance {
  if (provenance.ranges.every(([, end]) => end <= length)) return provenance;
  return provenanceOf(sourcedRanges(provenance).map((range) => ({ ...range, end: Math.min(range.end, length) })));
}

/** How much of a text a source wrote. */
export interface WordsShare {
  readonly source: WordsSource;
  /** The number of letters, digits and signs, without spaces. */
  readonly characters: number;
}

/**
 * Returns how much of a text comes from which source, the largest first; `total` counts the characters of the text
 * without spaces.
 */
export function sharesOf(text: string, { sources, ranges }: Provenance): { total: number; shares: WordsShare[] } {
  const count = (part: string) => part.replace(/\s+/g, '').length;
  const sums = sources.map(() => 0);
  for (const [start, end, source] of ranges) sums[source] = (sums[source] ?? 0) + count(text.slice(start, end));
  const shares = sources
    .map((source, index) => ({ source, characters: sums[index] ?? 0 }))
    .filter(({ characters }) => characters > 0)
    .sort((a, b) => b.characters - a.characters);
  return { total: count(text), shares };
}

/** Returns the share of a text that models wrote, 0 to 1. */
function modelShare(text: string, provenance: Provenance): number {
  if (provenance.ranges.length === 0) return 0;
  const { total, shares } = sharesOf(text, provenance);
  return total === 0 ? 0 : shares.reduce((sum, { characters }) => sum + characters, 0) / total;
}

/** Whether readers are told in which posts a model has written. */
export const MODEL_NOTES = ['hide', 'show'] as const;

/** How much of a text models wrote, as readers are told: nearly all, or a part. */
export const MODEL_WORDS = ['all', 'part'] as const;
export type ModelWords = (typeof MODEL_WORDS)[number];

/** From this share on, a text counts as written by a model. */
const NEARLY_ALL = 0.95;

/** Returns what readers are told about a text; null where no model wrote in it. */
export function modelWordsOf(text: string, provenance: Provenance): ModelWords | null {
  const share = modelShare(text, provenance);
  if (share === 0) return null;
  return share >= NEARLY_ALL ? 'all' : 'part';
}
