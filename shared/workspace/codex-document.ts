import {
  CODEX_LISTS,
  CODEX_PROSE,
  type Codex,
  type CodexFact,
  codexPartText,
  emptyCodex,
  linesOf,
  readCodex,
} from '#shared/kernel/codex.ts';
import type { WorkspaceDocument } from './document.ts';
import { isSameJson, type JsonValue } from './json.ts';

export type CodexDocument = WorkspaceDocument<'codex'>;

// What is typed into the form is merged like any text, fact by fact and letter by letter. Prompts and the judge are told
// what was saved: one field for each state ever saved, never changed, and `saved` names the one that counts. Two devices
// that save at once agree on one of theirs, and have the other among the states.

const PREFIX = 'codex:';
const FACT = 'fact:';
const STATE = 'state:';
/** States that are kept, and what they may take together in characters. */
const MOST_STATES = 30;
const MOST_CHARACTERS = 600_000;
/** Of the year 9999, which dates can be written up to; milliseconds since 1970. */
const LAST_DAY = Date.UTC(9999, 11, 31);

/** The name of a category's codex. */
export function codexDocumentId(categoryId: number): string {
  return PREFIX + categoryId;
}

/** The category a document holds the codex of; null for another name. */
export function categoryOfCodex(documentId: string): number | null {
  const id = documentId.startsWith(PREFIX) ? Number(documentId.slice(PREFIX.length)) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** A fact in the form, under a name of its own. */
export interface TypedFact extends CodexFact {
  readonly name: string;
}

/** The facts in the form, in the order they were begun. */
export function typedFacts(document: CodexDocument): TypedFact[] {
  return Object.entries(document.fields())
    .filter(([key]) => key.startsWith(FACT))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, row]) => ({ name: key.slice(FACT.length), ...factIn(row) }));
}

function factIn(row: JsonValue): CodexFact {
  const { fact, source } = (row !== null && typeof row === 'object' ? row : {}) as {
    fact?: JsonValue;
    source?: JsonValue;
  };
  return { fact: typeof fact === 'string' ? fact : '', source: typeof source === 'string' ? source : '' };
}

/** Writes a fact of the form; null takes it away. Names are in the order of the facts. */
export function typeFact(document: CodexDocument, name: string, row: CodexFact | null): void {
  const { fact = '', source = '' } = row ?? {};
  document.setField(
    FACT + name,
    row === null ? undefined : { fact: fact.toWellFormed(), source: source.toWellFormed() },
  );
}

/** What the form says now, spaces around its entries aside. */
export function typedCodex(document: CodexDocument): Codex {
  const facts = typedFacts(document).map(({ fact, source }) => ({ fact: fact.trim(), source: source.trim() }));
  return {
    ...emptyCodex,
    ...Object.fromEntries(CODEX_PROSE.map((part) => [part, document.text(part).trim()])),
    ...Object.fromEntries(CODEX_LISTS.map((part) => [part, linesOf(document.text(part))])),
    facts: facts.filter(({ fact, source }) => fact !== '' || source !== ''),
    isAppended: document.field('isAppended') === true,
  };
}

/** Makes the form say this. `nameOf` gives a new fact its name, by its place. */
export function typeCodex(document: CodexDocument, codex: Codex, nameOf: (place: number) => string): void {
  document.change('owner', () => {
    for (const part of [...CODEX_PROSE, ...CODEX_LISTS]) document.setText(part, codexPartText(codex, part));
    for (const { name } of typedFacts(document)) typeFact(document, name, null);
    codex.facts.forEach((fact, place) => {
      typeFact(document, nameOf(place), fact);
    });
    document.setField('isAppended', codex.isAppended);
  });
}

/** A state of the codex that was saved. */
export interface SavedCodex {
  readonly name: string;
  /** From 1; two devices that saved at once may have given the same. */
  readonly number: number;
  /** When, milliseconds since 1970. */
  readonly at: number;
  readonly note: string;
  readonly codex: Codex;
}

/** The states that are kept, the oldest first. What cannot be read, or is more than a codex may hold, is left out. */
export function savedStates(document: CodexDocument): SavedCodex[] {
  return Object.entries(document.fields())
    .flatMap(([key, state]) => (key.startsWith(STATE) ? (stateIn(key.slice(STATE.length), state) ?? []) : []))
    .sort((one, other) => one.number - other.number || one.at - other.at || (one.name < other.name ? -1 : 1));
}

function stateIn(name: string, state: JsonValue): SavedCodex | null {
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return null;
  const { number, at, note, codex: stored } = state as { readonly [key: string]: JsonValue };
  const codex = readCodex(stored);
  if (codex === null || typeof number !== 'number' || typeof at !== 'number' || !(at >= 0 && at <= LAST_DAY))
    return null;
  return { name, number, at, note: typeof note === 'string' ? note : '', codex };
}

/** The state that counts; null before the first was saved. */
export function savedCodex(document: CodexDocument): SavedCodex | null {
  const name = document.field('saved');
  const state = typeof name === 'string' ? document.field(STATE + name) : undefined;
  return typeof name === 'string' && state !== undefined ? stateIn(name, state) : null;
}

/** Whether what was saved last cannot be read, or is more than a codex may hold: it is not used, and stays where it is. */
export function isCodexUnusable(document: CodexDocument): boolean {
  return typeof document.field('saved') === 'string' && savedCodex(document) === null;
}

/** Whether the form says something else than what counts. */
export function isCodexUnsaved(document: CodexDocument): boolean {
  const counting = savedCodex(document)?.codex ?? emptyCodex;
  return !isSameJson(typedCodex(document) as unknown as JsonValue, counting as unknown as JsonValue);
}

/** Saves what the form says; `name` is one no other state has. Throws RangeError for more than a codex may hold. */
export function saveCodex(document: CodexDocument, name: string, { at, note }: { at: number; note: string }): void {
  const codex = readCodex(typedCodex(document));
  if (codex === null) throw new RangeError('More than a codex may hold');
  const before = savedStates(document);
  const number = (before.at(-1)?.number ?? 0) + 1;
  document.change('program', () => {
    document.setField(STATE + name, { number, at, note: note.toWellFormed(), codex } as unknown as JsonValue);
    document.setField('saved', name);
    for (const state of surplus(before, JSON.stringify(codex).length)) document.setField(STATE + state.name, undefined);
  });
}

/** The oldest states, which a new one leaves no room for. */
function surplus(states: readonly SavedCodex[], added: number): SavedCodex[] {
  let [left, room] = [MOST_STATES - 1, MOST_CHARACTERS - added];
  return states.toReversed().filter(({ codex }) => {
    left -= 1;
    room -= JSON.stringify(codex).length;
    return left < 0 || room < 0;
  });
}
