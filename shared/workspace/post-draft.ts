import * as Y from 'yjs';
import { type OpenOptions, openDocument, type WorkspaceDocument } from './document.ts';
import { fingerprint } from './fingerprint.ts';
import { isSameJson, type JsonValue } from './json.ts';
import { newPostValues, type PostValues, postValueNames, withStoredValues } from './post-values.ts';

export type DraftDocument = WorkspaceDocument<'draft'>;

/** What a working copy was made from: the version a save must name, and that version's values, to merge against. */
export interface WorkingCopy {
  readonly postId: number;
  readonly baseVersion: number;
  readonly baseText: PostValues;
}

const texts = ['title', 'excerpt', 'content'] as const;
const isText = (name: string): name is (typeof texts)[number] => (texts as readonly string[]).includes(name);

/** The name of a new post's draft. `unique` is the caller's, such as a UUID. */
export function newDraftId(unique: string): string {
  return `draft:new-${unique}`;
}

/** Names of drafts the workflow made, which are no form's before the owner opens them in one. */
export const GENERATED_DRAFT_PREFIX = 'draft:generated-';

export function isGeneratedDraft(id: string): boolean {
  return id.startsWith(GENERATED_DRAFT_PREFIX);
}

/**
 * The name of the working copy of one version of a post. It names what that version says too: a server put back from an
 * old copy can give a version's number a second time, and two texts must not be merged as if they were one.
 */
export function workingCopyId({ postId, baseVersion, baseText }: WorkingCopy): string {
  return `draft:post-${postId}-v${baseVersion}-${fingerprintOf(baseText)}`;
}

function fingerprintOf(values: PostValues): string {
  return fingerprint(JSON.stringify(postValueNames.map((name) => values[name])));
}

/** The post that a draft's name says it is a working copy of; null for a new post's draft. */
export function postIdOfDraft(id: string): number | null {
  const digits = /^draft:post-(\d+)-/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Opens the draft of a new post. */
export function openNewDraft(id: string, updates: readonly Uint8Array[] = [], options?: OpenOptions): DraftDocument {
  return openDocument({ id, kind: 'draft' }, updates, options);
}

/**
 * Opens the working copy of a post's version, `updates` being what the store holds under {@link workingCopyId}.
 * Nothing is written before something is typed.
 */
export function openWorkingCopy(
  copy: WorkingCopy,
  updates: readonly Uint8Array[] = [],
  options?: OpenOptions,
): DraftDocument {
  const name = { id: workingCopyId(copy), kind: 'draft' } as const;
  const document = openDocument(name, [seed(copy), ...updates], options);
  if (workingCopyOf(document) === null) setWorkingCopy(document, copy);
  return document;
}

/** Opens a draft of the store again, of whichever sort it is. */
export function openStoredDraft(id: string, updates: readonly Uint8Array[], options?: OpenOptions): DraftDocument {
  return openDocument({ id, kind: 'draft' }, updates, options);
}

/**
 * The base as every device writes it: by one author who is no device, so that two devices that make the same working
 * copy apart from each other merge their edits and not two copies of the text, and a base that has moved on is never
 * overruled by the one it began with.
 */
function seed(copy: WorkingCopy): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = SEED_CLIENT;
  for (const name of texts) doc.getText(`text:${name}`).insert(0, copy.baseText[name].toWellFormed());
  doc.getMap('fields').set('workingCopy', { ...copy, baseText: { ...copy.baseText } });
  return Y.encodeStateAsUpdate(doc);
}

const SEED_CLIENT = 1;

/** What the draft is a working copy of; null for a new post, and for one that cannot be read. */
export function workingCopyOf(document: DraftDocument): WorkingCopy | null {
  const stored = document.field('workingCopy');
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const { postId, baseVersion, baseText } = stored as { readonly [key: string]: JsonValue };
  if (typeof postId !== 'number' || typeof baseVersion !== 'number') return null;
  if (typeof baseText !== 'object' || baseText === null || Array.isArray(baseText)) return null;
  const values = baseText as { readonly [key: string]: JsonValue };
  return { postId, baseVersion, baseText: withStoredValues(newPostValues, values) };
}

/**
 * Moves a draft on to another version, in one field: half of one base and half of another would merge wrongly. Null
 * makes it the draft of a new post that says the same.
 */
export function setWorkingCopy(document: DraftDocument, copy: WorkingCopy | null): void {
  const values = copy === null ? readValues(document) : {};
  document.change('program', () => {
    document.setField('workingCopy', copy === null ? undefined : { ...copy, baseText: { ...copy.baseText } });
    writeValues(document, values);
  });
}

/** The form's values as the draft has them: its base, and over it what was changed. */
export function readValues(document: DraftDocument): PostValues {
  const base = workingCopyOf(document)?.baseText ?? newPostValues;
  const long = Object.fromEntries(texts.map((name) => [name, document.text(name)]));
  return withStoredValues(base, { ...document.fields(), ...long });
}

/**
 * Writes what differs, long texts by the smallest splice. `cursor` belongs to the one text that is being typed in.
 */
export function writeValues(document: DraftDocument, values: Partial<PostValues>, cursor?: number): void {
  const now = readValues(document);
  for (const name of postValueNames) {
    const value = values[name];
    if (value === undefined || isSameJson(now[name], value)) continue;
    if (isText(name)) document.setText(name, String(value), cursor);
    else document.setField(name, value);
  }
}

/** Fills a new draft with what a file or the workflow gives, and notes that nobody has typed in it. */
export function giveValues(document: DraftDocument, values: Partial<PostValues>): void {
  document.change('program', () => {
    writeValues(document, values);
    document.setField('givenAs', fingerprintOf(readValues(document)));
  });
}

/**
 * Puts a draft into the bin, where it lies as long as it says what it says now: an edit the discarder had not seen takes
 * it out again. `at` is milliseconds since 1970.
 */
export function discardDraft(document: DraftDocument, at: number): void {
  document.change('program', () => {
    document.setField('discarded', { at, as: fingerprintOf(readValues(document)) });
  });
}

/** When a draft in the bin was discarded, milliseconds since 1970; null for one that is not there. */
export function discardedAt(document: DraftDocument): number | null {
  const discarded = document.field('discarded');
  if (typeof discarded !== 'object' || discarded === null || Array.isArray(discarded)) return null;
  const { at, as } = discarded as { readonly [key: string]: JsonValue };
  return typeof at === 'number' && as === fingerprintOf(readValues(document)) ? at : null;
}

/** Takes a draft out of the bin. */
export function takeBackDraft(document: DraftDocument): void {
  document.change('program', () => document.setField('discarded', undefined));
}

/** Whether a draft still says just what it was filled with. */
export function isAsGiven(document: DraftDocument): boolean {
  return document.field('givenAs') === fingerprintOf(readValues(document));
}
