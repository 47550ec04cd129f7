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

// The text typed into the form is merged like any text, fact by fact and letter by letter. Prompts and the judge get
// the saved codex: there is one field for each saved state, which is never changed, and `saved` names the state that
// counts. Two devices that save at the same time agree on one of their states, and have the other among the saved
// states.

const PREFIX = 'codex:';
const FACT = 'fact:';
const STATE = 'state:';
/** The most states that are kept, and the most characters that they may have together. */
const MOST_STATES = 30;
const MOST_CHARACTERS = 600_000;
/** The last day of the year 9999, the latest that a date can be written for; in milliseconds since 1970. */
const LAST_DAY = Date.UTC(9999, 11, 31);

/** Returns the id of the document with a category's codex. */
export function codexDocumentId(categoryId: number): string {
  return PREFIX + categoryId;
}

/** Returns the category whose codex a document holds; null for the id of any other document. */
export function categoryOfCodex(documentId: string): number | null {
  const id = documentId.startsWith(PREFIX) ? Number(documentId.slice(PREFIX.length)) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** A fact in the form, under its own name. */
export interface TypedFact extends CodexFact {
  readonly name: string;
}

/** Returns the facts in the form, in the order in which they were begun. */
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

/** Writes a fact of the form; null removes it. The order of the names is the order of the facts. */
export function typeFact(document: CodexDocument, name: string, row: CodexFact | null): void {
  const { fact = '', source = '' } = row ?? {};
  document.setField(
    FACT + name,
    row === null ? undefined : { fact: fact.toWellFormed(), source: source.toWellFormed() },
  );
}

/** Returns the codex in the form, without the spaces around its entries. */
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

/** Writes this codex into the form. `nameOf` returns the name of a new fact, from its place. */
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

/** A saved state of the codex. */
export interface SavedCodex {
  readonly name: string;
  /** Counted from 1; two devices that saved at the same time may have given the same number. */
  readonly number: number;
  /** The time of the save, in milliseconds since 1970. */
  readonly at: number;
  readonly note: string;
  readonly codex: Codex;
}

/**
 * Returns the kept states, the oldest first. States that cannot be read, or are larger than a codex may be, are left
 * out.
 */
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

/** Returns the state that counts; null before the first save. */
export function savedCodex(document: CodexDocument): SavedCodex | null {
  const name = document.field('saved');
  const state = typeof name === 'string' ? document.field(STATE + name) : undefined;
  return typeof name === 'string' && state !== undefined ? stateIn(name, state) : null;
}

/**
 * Whether the last saved state cannot be read, or is larger than a codex may be: it is not used, and stays in the
 * document.
 */
export function isCodexUnusable(document: CodexDocument): boolean {
  return typeof document.field('saved') === 'string' && savedCodex(document) === null;
}

/** Whether the form differs from the state that counts. */
export function isCodexUnsaved(document: CodexDocument): boolean {
  const counting = savedCodex(document)?.codex ?? emptyCodex;
  return !isSameJson(typedCodex(document) as unknown as JsonValue, counting as unknown as JsonValue);
}

/**
 * Saves the codex in the form; no other state may have this `name`. Throws RangeError for more than a codex may hold.
 */
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

/** Returns the oldest states, for which a new one leaves no room. */
function surplus(states: readonly SavedCodex[], added: number): SavedCodex[] {
  let [left, room] = [MOST_STATES - 1, MOST_CHARACTERS - added];
  return states.toReversed().filter(({ codex }) => {
    left -= 1;
    room -= JSON.stringify(codex).length;
    return left < 0 || room < 0;
  });
}
