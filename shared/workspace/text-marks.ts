import * as Y from 'yjs';
import {
  nameOfSource,
  noProvenance,
  notIn,
  type Provenance,
  provenanceOf,
  type SourcedRange,
  sourcedRanges,
  type WordsSource,
} from '#shared/kernel/provenance.ts';

/**
 * The sources of the characters of a shared text, by the ids that Yjs gave the characters: an edit before, between or
 * beside them, made here or on another device, does not change their sources. Typed characters have their own ids and
 * are never marked just because they stand among marked ones.
 */
export interface TextMarks {
  /** Returns the ranges of the text as it is now. */
  read(): Provenance;
  /**
   * Marks exactly these ranges of the text as it is now. Deleted characters stay marked, because they can come back.
   */
  write(provenance: Provenance): void;
  /** Marks characters that an undo brought back, and that have new ids, as they were marked before. */
  followUndone(): void;
}

const MARKS = 'marks:';
const SOURCES = 'sources';

/**
 * Whether an item is a mark or a source. No undo removes one: another device may have set the same mark for the same
 * characters, and a mark of characters that are gone has no effect.
 */
export function isMarking(doc: Y.Doc, { parent }: Y.Item): boolean {
  return [...doc.share].some(([name, type]) => type === parent && (name === SOURCES || name.startsWith(MARKS)));
}

/** Characters with consecutive ids, under the id of the first; `length` is in UTF-16 code units. */
interface IdRun {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
}
type Mark = IdRun & { readonly source: WordsSource };

/** Returns the marks of one root text; `name` is its name in the document. */
export function textMarks(doc: Y.Doc, name: string): TextMarks {
  const text = doc.getText(name);
  // "client:clock" of the first character → the number of characters, and the name of their source. Devices that mark
  // the same characters write the same entry.
  const stored = doc.getMap<readonly [length: number, source: string]>(MARKS + name);
  const sources = doc.getMap<WordsSource>(SOURCES);

  const marks = (): Mark[] =>
    [...stored].flatMap(([key, value]) => {
      const mark = readMark(key, value, sources);
      return mark === null ? [] : [mark];
    });
  const put = ({ client, clock, length, source }: Mark) => {
    const sourceName = nameOfSource(source);
    if (!sources.has(sourceName)) sources.set(sourceName, source);
    stored.set(`${client}:${clock}`, [length, sourceName]);
  };

  const read = (): Provenance => {
    if (stored.size === 0) return noProvenance;
    const known = byClient(marks());
    return provenanceOf(
      visibleRuns(text).flatMap(({ index, ...run }) =>
        covering(known, run).map(({ clock, length, source }) => {
          const start = index + clock - run.clock;
          return { start, end: start + length, source };
        }),
      ),
    );
  };

  return {
    read,
    write(provenance) {
      const before = read();
      const wanted = sourcedRanges(provenance);
      const [less, more] = [notIn(sourcedRanges(before), wanted), notIn(wanted, sourcedRanges(before))];
      if (less.length === 0 && more.length === 0) return;
      const runs = visibleRuns(text);
      doc.transact(() => {
        unmark(marksFor(less, runs), stored, marks());
        for (const mark of marksFor(more, runs)) put(mark);
      }, 'owner');
    },
    followUndone() {
      if (stored.size === 0) return;
      const all = marks();
      const known = byClient(all);
      const back = all.flatMap((mark) => redone(doc, mark).filter((run) => covering(known, run).length === 0));
      if (back.length === 0) return;
      doc.transact(() => {
        for (const mark of back) put(mark);
      }, 'program');
    },
  };
}

function readMark(key: string, value: unknown, sources: Y.Map<WordsSource>): Mark | null {
  const [, client, clock] = /^(\d+):(\d+)$/.exec(key) ?? [];
  const [length, sourceName]: readonly unknown[] = Array.isArray(value) ? value : [];
  const source = typeof sourceName === 'string' ? sources.get(sourceName) : undefined;
  if (client === undefined || typeof length !== 'number' || typeof source !== 'object') return null;
  return { client: Number(client), clock: Number(clock), length, source };
}

/** Returns the visible text, in order, with the ids of its characters. */
function visibleRuns(text: Y.Text): (IdRun & { index: number })[] {
  const runs: (IdRun & { index: number })[] = [];
  let index = 0;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted || !item.countable) continue;
    runs.push({ client: item.id.client, clock: item.id.clock, length: item.length, index });
    index += item.length;
  }
  return runs;
}

/**
 * Groups marks by client, each list in the order of its ids. Of two overlapping marks, the one that begins first
 * counts.
 */
function byClient(marks: readonly Mark[]): Map<number, Mark[]> {
  const lists = new Map<number, Mark[]>();
  for (const mark of marks) {
    const list = lists.get(mark.client);
    if (list) list.push(mark);
    else lists.set(mark.client, [mark]);
  }
  for (const [client, list] of lists) {
    let last = 0;
    const apart = list
      .sort((a, b) => a.clock - b.clock)
      .flatMap((mark) => {
        const clock = Math.max(mark.clock, last);
        const end = mark.clock + mark.length;
        last = Math.max(last, end);
        return end > clock ? [{ ...mark, clock, length: end - clock }] : [];
      });
    lists.set(client, apart);
  }
  return lists;
}

/** Returns the parts of a run that are marked. */
function covering(known: ReadonlyMap<number, readonly Mark[]>, { client, clock, length }: IdRun): Mark[] {
  const list = known.get(client) ?? [];
  const end = clock + length;
  const found: Mark[] = [];
  for (let place = firstBehind(list, clock); place < list.length; place += 1) {
    const mark = list[place];
    if (!mark || mark.clock >= end) break;
    const from = Math.max(mark.clock, clock);
    found.push({ client, clock: from, length: Math.min(mark.clock + mark.length, end) - from, source: mark.source });
  }
  return found;
}

/** Returns the index of the first mark that does not end before an id; the marks are in order and do not overlap. */
function firstBehind(marks: readonly Mark[], clock: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const mark = marks[middle];
    if (mark && mark.clock + mark.length <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Removes the marks of these runs; the parts of a mark outside the runs stay. */
function unmark(runs: readonly IdRun[], stored: Y.Map<readonly [number, string]>, marks: readonly Mark[]): void {
  const visible = new Map<number, IdRun[]>();
  for (const run of runs) {
    const list = visible.get(run.client);
    if (list) list.push(run);
    else visible.set(run.client, [run]);
  }
  for (const { client, clock, length } of marks) {
    const key = `${client}:${clock}`;
    const value = stored.get(key);
    const meeting = (visible.get(client) ?? [])
      .filter((run) => run.clock < clock + length && run.clock + run.length > clock)
      .sort((a, b) => a.clock - b.clock);
    if (value === undefined || meeting.length === 0) continue;
    stored.delete(key);
    let at = clock;
    const keep = (end: number) => {
      if (end > at) stored.set(`${client}:${at}`, [end - at, value[1]]);
    };
    for (const run of meeting) {
      keep(run.clock);
      at = Math.max(at, run.clock + run.length);
    }
    keep(clock + length);
  }
}

/** Converts ranges of a text into marks of its characters. */
function marksFor(ranges: readonly SourcedRange[], runs: readonly (IdRun & { index: number })[]): Mark[] {
  let next = 0;
  return ranges.flatMap(({ start, end, source }) => {
    const marks: Mark[] = [];
    while (next < runs.length && endOf(runs[next]) <= start) next += 1;
    for (let place = next; place < runs.length; place += 1) {
      const run = runs[place];
      if (!run || run.index >= end) break;
      const from = Math.max(start, run.index);
      const length = Math.min(end, run.index + run.length) - from;
      const clock = run.clock + from - run.index;
      const last = marks.at(-1);
      if (last && last.client === run.client && last.clock + last.length === clock) {
        marks[marks.length - 1] = { ...last, length: last.length + length };
      } else marks.push({ client: run.client, clock, length, source });
    }
    return marks;
  });
}

function endOf(run: { index: number; length: number } | undefined): number {
  return run ? run.index + run.length : 0;
}

/** Returns the marks for the new ids under which undo brought back the characters of a mark. */
function redone(doc: Y.Doc, { client, clock, length, source }: Mark): Mark[] {
  const structs = doc.store.clients.get(client);
  if (structs === undefined || clock >= Y.getState(doc.store, client)) return [];
  const found: Mark[] = [];
  for (let place = Y.findIndexSS(structs, clock); place < structs.length; place += 1) {
    const struct = structs[place];
    if (!struct || struct.id.clock >= clock + length) break;
    if (!(struct instanceof Y.Item) || struct.redone === null) continue;
    const from = Math.max(clock, struct.id.clock);
    const end = Math.min(clock + length, struct.id.clock + struct.length);
    const ahead = from - struct.id.clock;
    found.push({ client: struct.redone.client, clock: struct.redone.clock + ahead, length: end - from, source });
  }
  return found;
}
