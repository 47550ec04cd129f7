import type { Clock } from '#shared/kernel/clock.ts';
import {
  CODEX_LISTS,
  CODEX_PROSE,
  type Codex,
  type CodexFact,
  type CodexText,
  codexFaults,
} from '#shared/kernel/codex.ts';
import { noCodex, type PromptCodexOf, promptCodex } from '#shared/workflow/prompt-codex.ts';
import {
  type CodexDocument,
  categoryOfCodex,
  codexDocumentId,
  isCodexUnsaved,
  isCodexUnusable,
  type SavedCodex,
  saveCodex,
  savedCodex,
  savedStates,
  type TypedFact,
  typeCodex,
  typedCodex,
  typedFacts,
  typeFact,
} from '#shared/workspace/codex-document.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';

/** The codex of a category as its form shows it. */
export interface CodexView {
  readonly texts: Readonly<Record<CodexText, string>>;
  readonly facts: readonly TypedFact[];
  /** What the form says, as it would be saved. */
  readonly typed: Codex;
  readonly isUnsaved: boolean;
  /** What counts; null before the first was saved. */
  readonly saved: SavedCodex | null;
  /** What was saved last cannot be used. */
  readonly isUnusable: boolean;
  /** The oldest first. */
  readonly states: readonly SavedCodex[];
}

/** By the category's id. */
export type CodexViews = Readonly<Record<number, CodexView>>;

/** What is typed into a codex. */
export type CodexEdit =
  | { part: CodexText; text: string; cursor?: number | undefined }
  | { fact: string; row: CodexFact | null }
  | { isAppended: boolean };

export interface CodexStoreOptions {
  documents: OpenDocuments;
  clock: Clock;
  unique(): string;
  onChange(): void;
}

/** The codices in this computer's documents. */
export interface CodexStore {
  /** Those that are there or were opened here; the same object until one changes. */
  views(): CodexViews;
  codexOf: PromptCodexOf;
  /** Begins one where the category has none; nothing is written before something is typed. */
  open(categoryId: number): Promise<void>;
  type(categoryId: number, edit: CodexEdit): void;
  /** Puts an empty fact behind the others. */
  addFact(categoryId: number): void;
  /** What the form says counts from now on. Throws NotKeptError, and RangeError for more than a codex may hold. */
  save(categoryId: number, note: string): Promise<void>;
  /** Makes an earlier state the newest; what was typed and not saved is saved before, where it can be. Throws NotKeptError. */
  restore(categoryId: number, state: SavedCodex): Promise<void>;
}

const KIND = 'codex';
/** What is typed is on the disk after so many milliseconds. */
const KEEP_MS = 400;
export const MOST_OF_A_NOTE = 300;

export async function openCodexStore({ documents, clock, unique, onChange }: CodexStoreOptions): Promise<CodexStore> {
  const held = new Map<number, CodexDocument>();
  let views: CodexViews = {};
  async function read(categoryId: number): Promise<void> {
    const document = await documents.open(KIND, codexDocumentId(categoryId));
    held.set(categoryId, document);
    views = { ...views, [categoryId]: viewOf(document) };
  }
  /** At once: a field whose text comes a moment later has its cursor at the end. */
  function change(categoryId: number, work: (document: CodexDocument) => void): CodexDocument {
    const document = held.get(categoryId);
    if (!document) throw new Error(`The codex of category ${categoryId} was not opened`);
    work(document);
    views = { ...views, [categoryId]: viewOf(document) };
    onChange();
    return document;
  }
  const nameOf = (place: number) =>
    `${clock.now().toString(36).padStart(9, '0')}-${String(place).padStart(3, '0')}-${unique()}`;
  const saveIn = (document: CodexDocument, note: string) =>
    saveCodex(document, unique(), { at: clock.now(), note: note.slice(0, MOST_OF_A_NOTE) });

  for (const id of await documents.list(KIND)) {
    const categoryId = categoryOfCodex(id);
    if (categoryId !== null) await read(categoryId);
  }
  documents.onForeign(async ({ id, kind }) => {
    const categoryId = kind === KIND ? categoryOfCodex(id) : null;
    if (categoryId === null) return;
    await read(categoryId);
    onChange();
  });

  return {
    views: () => views,
    codexOf(category) {
      const saved = views[Number(category)]?.saved;
      return saved ? promptCodex(saved.codex) : noCodex;
    },
    async open(categoryId) {
      if (views[categoryId]) return;
      await read(categoryId);
      onChange();
    },
    type(categoryId, edit) {
      documents.keepSoon(
        change(categoryId, (document) => writeEdit(document, edit)),
        KEEP_MS,
      );
    },
    addFact(categoryId) {
      const name = nameOf(0);
      const row = { fact: '', source: '' };
      documents.keepSoon(
        change(categoryId, (document) => typeFact(document, name, row)),
        KEEP_MS,
      );
    },
    save: (categoryId, note) => documents.keep(change(categoryId, (document) => saveIn(document, note))),
    restore(categoryId, { number, codex }) {
      const document = change(categoryId, (changed) => {
        const isNothingToSave = !isCodexUnsaved(changed) || codexFaults(typedCodex(changed)).length > 0;
        if (!isNothingToSave) saveIn(changed, `Before version ${number} was restored`);
        typeCodex(changed, codex, nameOf);
        saveIn(changed, `Version ${number} again`);
      });
      return documents.keep(document);
    },
  };
}

function writeEdit(document: CodexDocument, edit: CodexEdit): void {
  if ('part' in edit) document.setText(edit.part, edit.text, edit.cursor);
  else if ('fact' in edit) typeFact(document, edit.fact, edit.row);
  else document.setField('isAppended', edit.isAppended);
}

function viewOf(document: CodexDocument): CodexView {
  const texts = [...CODEX_PROSE, ...CODEX_LISTS].map((part) => [part, document.text(part)] as const);
  return {
    texts: Object.fromEntries(texts) as Record<CodexText, string>,
    facts: typedFacts(document),
    typed: typedCodex(document),
    isUnsaved: isCodexUnsaved(document),
    saved: savedCodex(document),
    isUnusable: isCodexUnusable(document),
    states: savedStates(document),
  };
}
