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

/** The codex of a category, as its form shows it. */
export interface CodexView {
  readonly texts: Readonly<Record<CodexText, string>>;
  readonly facts: readonly TypedFact[];
  /** The contents of the form, as they would be saved. */
  readonly typed: Codex;
  readonly isUnsaved: boolean;
  /** The codex that counts; null before one was saved. */
  readonly saved: SavedCodex | null;
  /** Whether the last saved codex cannot be used. */
  readonly isUnusable: boolean;
  /** The saved states, the oldest first. */
  readonly states: readonly SavedCodex[];
}

/** The views of codices, by the category's id. */
export type CodexViews = Readonly<Record<number, CodexView>>;

/** A change that the owner types into a codex. */
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
  /** The codices that exist or were opened here; the same object until one changes. */
  views(): CodexViews;
  codexOf: PromptCodexOf;
  /** Opens a category's codex, or begins one; nothing is written before something is typed. */
  open(categoryId: number): Promise<void>;
  type(categoryId: number, edit: CodexEdit): void;
  /** Adds an empty fact after the others. */
  addFact(categoryId: number): void;
  /**
   * Makes the contents of the form the codex that counts. Throws NotKeptError, and RangeError when they are more than a
   * codex may hold.
   */
  save(categoryId: number, note: string): Promise<void>;
  /**
   * Makes an earlier state the newest; typed text that was not saved is saved first, if it can be. Throws NotKeptError.
   */
  restore(categoryId: number, state: SavedCodex): Promise<void>;
}

const KIND = 'codex';
/** The longest time, in milliseconds, until typed text is written to the disk. */
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
  /** Changes a codex and its view at once: if the text of a field came later, the cursor would jump to its end. */
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
