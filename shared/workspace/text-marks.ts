import * as Y from 'yjs';
import {
  nameOfSource,
  noProvenance,
  type Provenance,
  provenanceOf,
  type SourcedRange,
  sourcedRanges,
  type WordsSource,
} from '#shared/kernel/provenance.ts';

/**
 * Which characters of a shared text came from where, by the ids that Yjs gave the characters: an edit before them, between
 * them or beside them, made here or on another device, changes nothing about them. What is typed has an id of its own and
 * is never marked by standing among marked ones.
 */
export interface TextMarks {
  /** The ranges as the text is now. */
  read(): Provenance;
  /** Marks just these ranges of the text as it is now. What was deleted stays marked, for it can come back. */
  write(provenance: Provenance): void;
  /** What an undo brought back has other ids than it had: it is marked as it was. */
  followUndone(): void;
}

/** Characters with neighbouring ids, under the id of the first of them; `length` in UTF-16 code units. */
interface IdRun {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
}
type Mark = IdRun & { readonly source: WordsSource };

/** The marks of one root text; `name` is its name in the document. */
export function textMarks(doc: Y.Doc, name: string): TextMarks {
  const text = doc.getText(name);
  // "client:clock" of the first character → how many, and the name of their source. Two that mark the same say the same.
  const stored = doc.getMap<readonly [length: number, source: string]>(`marks:${name}`);
  const sources = doc.getMap<WordsSource>('sources');

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

  return {
    read() {
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
    },
    write(provenance) {
      const wanted = sourcedRanges(provenance);
      if (stored.size === 0 && wanted.length === 0) return;
      const runs = visibleRuns(text);
      doc.transact(() => {
        unmark(runs, stored, marks());
        for (const mark of marksFor(wanted, runs)) put(mark);
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

/** What stands in the text, in its order, with the ids of its characters. */
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

/** Marks by their clients, each list in the order of its ids. */
function byClient(marks: readonly Mark[]): Map<number, Mark[]> {
  const lists = new Map<number, Mark[]>();
  for (const mark of marks) {
    const list = lists.get(mark.client);
    if (list) list.push(mark);
    else lists.set(mark.client, [mark]);
  }
  for (const list of lists.values()) list.sort((a, b) => a.clock - b.clock);
  return lists;
}

/** The parts of a run that are marked. */
function covering(known: ReadonlyMap<number, readonly Mark[]>, { client, clock, length }: IdRun): Mark[] {
  const list = known.get(client) ?? [];
  const end = clock + length;
  // The marks of one client are few: as many as were taken in at once, and as their text was cut since.
  return list
    .filter((mark) => mark.clock < end && mark.clock + mark.length > clock)
    .map((mark) => {
      const from = Math.max(mark.clock, clock);
      return { client, clock: from, length: Math.min(mark.clock + mark.length, end) - from, source: mark.source };
    });
}

/** Takes the marks of these runs away; of one that reaches farther, that part stays. */
function unmark(runs: readonly IdRun[], stored: Y.Map<readonly [number, string]>, marks: readonly Mark[]): void {
  const visible = new Map<number, IdRun[]>();
  for (const run of runs) visible.set(run.client, [...(visible.get(run.client) ?? []), run]);
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

/** Ranges of a text as marks of its characters. */
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

/** Where the characters of a mark were brought back to by undo. */
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
