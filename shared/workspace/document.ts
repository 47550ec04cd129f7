import * as Y from 'yjs';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { CODEX_LISTS, CODEX_PROSE, type CodexText } from '#shared/kernel/codex.ts';
import { type FieldsWith, fieldsWith } from '#shared/kernel/post-field-table.ts';
import type { Provenance } from '#shared/kernel/provenance.ts';
import { type Splice, spliceText } from '#shared/kernel/splice.ts';
import { isSameJson, type JsonValue } from './json.ts';
import type { DocumentName } from './store-port.ts';
import { type TextMarks, textMarks } from './text-marks.ts';
import { stepsOf } from './undo-steps.ts';

/**
 * The long texts of each kind. They are merged letter by letter, because they are typed or grow. Every other field is
 * replaced as a whole, including a long text that is given all at once: otherwise two devices that give it would have
 * it twice. Outputs of a run are named by their step's id and their attempt; earlier programs named steps by a number.
 * `prompt` and `prompt:<step>` are the names of earlier programs.
 */
export interface TextNames {
  draft: FieldsWith<{ isLettered: true }>;
  prompt: 'prompt' | `typed:${string}`;
  run: `prompt:${string}` | `output:${string}`;
  preferences: never;
  codex: CodexText;
}

const textNames: Record<DocumentKind, RegExp> = {
  draft: new RegExp(`^(${fieldsWith({ isLettered: true }).join('|')})$`),
  prompt: /^(prompt|typed:[\w.-]{1,100})$/,
  run: /^(prompt:[a-z\d-]{1,60}|output:[a-z\d-]{1,60}(:\d{1,4})?)$/,
  preferences: /^(?!)/,
  codex: new RegExp(`^(${[...CODEX_PROSE, ...CODEX_LISTS].join('|')})$`),
};

/** Whether a kind of document stores this name as a long text. */
function isTextName(kind: DocumentKind, name: string): boolean {
  return textNames[kind].test(name);
}

/**
 * The origin of a change. Undo reverts changes of `owner`, but not of `program`; both are written to the store. Changes
 * of the origin `stored` come from the store, or from another device.
 */
type ChangeOrigin = 'owner' | 'program';
const STORED = 'stored';

/** A workspace document that is open in memory: a Yjs document in the project's own terms. */
export interface WorkspaceDocument<Kind extends DocumentKind = DocumentKind> extends DocumentName {
  readonly kind: Kind;
  /**
   * The number of its updates that could not be read, because a disk is damaged or a newer program has written them.
   * They stay in the store, and the contents of the other updates are here.
   */
  readonly unread: number;
  /** Returns a long text; empty when nothing was ever written. */
  text(name: TextNames[Kind]): string;
  /**
   * Changes a long text into the result of an input event, by the smallest splice. `cursor` is the place after the
   * edit, in UTF-16 code units. A lone surrogate, which no store accepts, becomes U+FFFD until its other half is there.
   */
  setText(name: TextNames[Kind], after: string, cursor?: number): void;
  field(name: string): JsonValue | undefined;
  fields(): Readonly<Record<string, JsonValue>>;
  /** Replaces a field; undefined removes it. Nothing is written when the field has this value already. */
  setField(name: string, value: JsonValue | undefined): void;
  /**
   * Returns a long text for an editor that writes into it by itself. Before each of its edits the editor calls
   * `typing`, with the edit and the origin of its transactions, so that undo treats the edits as the owner's.
   */
  shared(name: TextNames[Kind]): Y.Text;
  typing(name: TextNames[Kind], edit: Splice, origin: object): void;
  /** Returns the sources of the characters of a long text. */
  provenance(name: TextNames[Kind]): Provenance;
  /** Sets the sources for a long text as it is now. Nothing is written when they are the same already. */
  setProvenance(name: TextNames[Kind], provenance: Provenance): void;
  /** Runs several changes as one update and, for the owner's changes, as one separate undo step. */
  change(origin: ChangeOrigin, run: () => void): void;
  /** Returns the time of the last change made here, in milliseconds since 1970; null for a new document. */
  changedAt(): number | null;
  /**
   * Writes the time of change. Called before updates are stored, so that a deletion notices even an edit that only
   * removes text: a state vector counts additions only.
   */
  touch(at: number): void;
  /** Applies an update of the store or of another device. */
  apply(update: Uint8Array): void;
  /** Returns the document as one update: all of it, or the part that a state vector does not cover. */
  encode(seen?: Uint8Array): Uint8Array;
  /** Returns the state that this document has seen, for a tombstone or an exchange. */
  stateVector(): Uint8Array;
  /** Calls back synchronously with each update made here; not for updates that came through `apply`. */
  onUpdate(listener: (update: Uint8Array) => void): () => void;
  /** Calls back after any change, whatever its origin. */
  onChange(listener: () => void): () => void;
  /** Undoes or redoes the owner's last step; returns false when there is none. */
  undo(): boolean;
  redo(): boolean;
  /** Ends the current undo step: further typing begins a new one. */
  endStep(): void;
}

export interface OpenOptions {
  /**
   * The client id, for tests that must be repeatable. Without it, the id is chosen at random at each opening and never
   * stored.
   */
  clientId?: number;
}

/** Opens a document from its updates, in any order; without updates it is a new document. */
export function openDocument<Kind extends DocumentKind>(
  name: { id: string; kind: Kind },
  updates: readonly Uint8Array[] = [],
  { clientId }: OpenOptions = {},
): WorkspaceDocument<Kind> {
  const doc = new Y.Doc();
  if (clientId !== undefined) doc.clientID = clientId;
  const unread = applyAll(doc, updates);

  const fields = doc.getMap<JsonValue>('fields');
  const meta = doc.getMap<JsonValue>('meta');
  const texts = textsOf(doc, name.kind);
  const steps = stepsOf(doc, STORED);

  return {
    ...name,
    unread,
    text: texts.read,
    setText(textName, written, cursor) {
      const after = written.toWellFormed();
      const splice = spliceText(texts.read(textName), after, cursor);
      if (splice === null) return;
      steps.typed(textName, splice);
      texts.write(textName, splice, after);
    },
    shared: texts.shared,
    typing(textName, edit, origin) {
      steps.track(origin);
      steps.typed(textName, edit);
    },
    field: (field) => fields.get(field),
    fields: () => fields.toJSON(),
    setField(field, value) {
      if (isSameJson(fields.get(field), value)) return;
      steps.end();
      doc.transact(() => {
        if (value === undefined) fields.delete(field);
        else fields.set(field, value);
      }, 'owner');
    },
    provenance: (textName) => texts.marks(textName).read(),
    setProvenance(textName, provenance) {
      const marks = texts.marks(textName);
      if (!isSameJson(marks.read(), provenance)) marks.write(provenance);
    },
    change(origin, run) {
      steps.end();
      doc.transact(run, origin);
      steps.end();
    },
    changedAt() {
      const at = meta.get('changedAt');
      return typeof at === 'number' ? at : null;
    },
    touch(at) {
      doc.transact(() => meta.set('changedAt', at), 'program');
    },
    apply: (update) => Y.applyUpdate(doc, update, STORED),
    encode: (seen) => Y.encodeStateAsUpdate(doc, seen),
    stateVector: () => Y.encodeStateVector(doc),
    onUpdate(listener) {
      const tell = (update: Uint8Array, origin: unknown) => {
        if (origin !== STORED) listener(update);
      };
      doc.on('update', tell);
      return () => doc.off('update', tell);
    },
    onChange(listener) {
      const tell = () => listener();
      doc.on('update', tell);
      return () => doc.off('update', tell);
    },
    undo: () => texts.marked(steps.undo()),
    redo: () => texts.marked(steps.redo()),
    endStep: steps.end,
  };
}

/** Applies the updates that can be read. Returns how many could not. */
function applyAll(doc: Y.Doc, updates: readonly Uint8Array[]): number {
  let unread = 0;
  doc.transact(() => {
    for (const update of updates) {
      try {
        Y.applyUpdate(doc, update, STORED);
      } catch {
        // The parts applied before the fault stay, and no other update is affected.
        unread += 1;
      }
    }
  }, STORED);
  return unread;
}

interface KnownText {
  readonly text: Y.Text;
  readonly marks: TextMarks;
  value: string | null;
  next: string | null;
}

/** The long texts of a document, each read out once until it changes. */
function textsOf(doc: Y.Doc, kind: DocumentKind) {
  // Texts are roots of the document: if they were values of a map, two devices that each create one would keep only one
  // of them.
  const known = new Map<string, KnownText>();
  function textOf(name: string) {
    const found = known.get(name);
    if (found) return found;
    if (!isTextName(kind, name)) throw new RangeError(`"${name}" is no text of a ${kind}.`);
    const entry: KnownText = {
      text: doc.getText(`text:${name}`),
      marks: textMarks(doc, `text:${name}`),
      value: null,
      next: null,
    };
    entry.text.observe(() => {
      // The result of this code's own splice is known, so that a long text is not read out again at every key.
      entry.value = entry.next;
      entry.next = null;
    });
    known.set(name, entry);
    return entry;
  }
  return {
    read(name: string): string {
      const entry = textOf(name);
      entry.value ??= entry.text.toString();
      return entry.value;
    },
    shared: (name: string): Y.Text => textOf(name).text,
    marks: (name: string): TextMarks => textOf(name).marks,
    /** Returns whether there was a step to undo or redo, after marking the restored text as it was marked before. */
    marked(isDone: boolean): boolean {
      if (isDone) for (const { marks } of known.values()) marks.followUndone();
      return isDone;
    },
    /** Makes a splice after which the text is `after`. */
    write(name: string, { index, remove, insert }: Splice, after: string): void {
      const entry = textOf(name);
      entry.next = after;
      doc.transact(() => {
        if (remove > 0) entry.text.delete(index, remove);
        if (insert !== '') entry.text.insert(index, insert);
      }, 'owner');
      // Inside `change` the observer is called only at the end, but a second splice needs the current text.
      entry.value = after;
    },
  };
}
