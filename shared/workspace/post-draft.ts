import * as Y from 'yjs';
import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { type FieldsWith, fieldsWith, type PostFieldName, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { noProvenance } from '#shared/kernel/provenance.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { type OpenOptions, openDocument, type WorkspaceDocument } from './document.ts';
import { isSameJson, type JsonValue } from './json.ts';
import { areSameValues, newPostValues, type PostValues, postValueNames, withStoredValues } from './post-values.ts';
import { textMarks } from './text-marks.ts';

export type DraftDocument = WorkspaceDocument<'draft'>;

/** The origin of a working copy: the version that a save must name, and that version's values, to merge against. */
export interface WorkingCopy {
  readonly postId: number;
  readonly baseVersion: number;
  readonly baseText: PostValues;
  /**
   * The creation time of the post, as the server gives it. Together with the id it distinguishes posts. Old copies lack
   * it.
   */
  readonly createdAt?: string | undefined;
}

/** A post as the server has it now. */
export interface PostNow {
  readonly id: number;
  readonly version: number;
  readonly values: PostValues;
  readonly createdAt?: string | undefined;
}

const texts = fieldsWith({ isLettered: true });
const isText = (name: PostFieldName): name is FieldsWith<{ isLettered: true }> => postFieldTable[name].isLettered;

/** Returns the id of a new post's draft. The caller chooses `unique`, such as a UUID. */
export function newDraftId(unique: string): string {
  return `draft:new-${unique}`;
}

/** The beginning of the ids of generated drafts, which no form uses before the owner opens them in one. */
export const GENERATED_DRAFT_PREFIX = 'draft:generated-';

export function isGeneratedDraft(id: string): boolean {
  return id.startsWith(GENERATED_DRAFT_PREFIX);
}

/**
 * Returns the id of the working copy of one version of a post. It depends on the content of that version too: a server
 * restored from an old copy can use a version's number a second time, and two different texts must not be merged as if
 * they were the same.
 */
export function workingCopyId({ postId, baseVersion, baseText }: WorkingCopy): string {
  return `draft:post-${postId}-v${baseVersion}-${fingerprintOf(baseText)}`;
}

/** The fields of the first fingerprints, in their order. */
const FINGERPRINTED = [
  'title',
  'slug',
  'excerpt',
  'content',
  'featuredImage',
  'categoryId',
  'authorId',
  'published',
  'featured',
  'metaTitle',
  'metaDescription',
  'readTime',
  'publishedAt',
  'tags',
  'productApp',
  'productAppUrl',
] as const satisfies readonly PostFieldName[];

/**
 * Returns the fingerprint of a post's values. A newer field counts only when it has a value of its own: a post without
 * such a value keeps its former fingerprint, here and on a device that does not know the field.
 */
function fingerprintOf(values: PostValues): string {
  const isFirst = (name: PostFieldName) => FINGERPRINTED.some((first) => first === name);
  const chosen = postValueNames.filter((name) => !isFirst(name) && !isSameJson(values[name], newPostValues[name]));
  const later = chosen.map((name) => [name, values[name]]);
  return fingerprint(JSON.stringify([...FINGERPRINTED.map((name) => values[name]), ...later]));
}

/** Returns the post that a draft, by its id, is a working copy of; null for a new post's draft. */
export function postIdOfDraft(id: string): number | null {
  const digits = /^draft:post-(\d+)-/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Opens the draft of a new post. */
export function openNewDraft(id: string, updates: readonly Uint8Array[] = [], options?: OpenOptions): DraftDocument {
  return openDocument({ id, kind: 'draft' }, updates, options);
}

/**
 * Opens the working copy of a post's version; `updates` are those in the store under {@link workingCopyId}. Nothing is
 * written before something is typed.
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

/** Opens a stored draft again, of either kind. */
export function openStoredDraft(id: string, updates: readonly Uint8Array[], options?: OpenOptions): DraftDocument {
  return openDocument({ id, kind: 'draft' }, updates, options);
}

/**
 * Returns the base in the form that every device writes. Its author is not a device: so two devices that make the same
 * working copy independently merge their edits instead of two copies of the text, and a base that has moved on is never
 * overruled by the first one.
 */
function seed(copy: WorkingCopy): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = SEED_CLIENT;
  for (const name of texts) doc.getText(`text:${name}`).insert(0, copy.baseText[name].toWellFormed());
  doc.getMap('fields').set('workingCopy', stored(copy));
  textMarks(doc, 'text:content').write(copy.baseText.provenance);
  return Y.encodeStateAsUpdate(doc);
}

const SEED_CLIENT = 1;

function stored({ postId, baseVersion, baseText, createdAt }: WorkingCopy): JsonValue {
  const common = { postId, baseVersion, baseText: { ...baseText } };
  return createdAt === undefined ? common : { ...common, createdAt };
}

/** Returns the origin of a working copy; null for a new post, and for a draft whose origin cannot be read. */
export function workingCopyOf(document: DraftDocument): WorkingCopy | null {
  const field = document.field('workingCopy');
  if (typeof field !== 'object' || field === null || Array.isArray(field)) return null;
  const { postId, baseVersion, baseText, createdAt } = field as { readonly [key: string]: JsonValue };
  if (typeof postId !== 'number' || typeof baseVersion !== 'number') return null;
  if (typeof baseText !== 'object' || baseText === null || Array.isArray(baseText)) return null;
  const values = baseText as { readonly [key: string]: JsonValue };
  const common = { postId, baseVersion, baseText: withStoredValues(newPostValues, values) };
  return typeof createdAt === 'string' ? { ...common, createdAt } : common;
}

/**
 * Whether a working copy belongs to exactly this post. Its id alone does not prove it: a server that was restored from
 * a copy by hand, or another site at the same address, has another post under that id. A copy without the post's
 * creation time belongs to the post if the post still has the same title, address or text.
 */
export function isCopyOf(copy: WorkingCopy, post: PostNow): boolean {
  if (copy.postId !== post.id) return false;
  if (copy.createdAt !== undefined && post.createdAt !== undefined) return copy.createdAt === post.createdAt;
  return tellingNames.some((name) => copy.baseText[name] === post.values[name]);
}

const tellingNames = ['title', 'slug', 'content'] as const;

/** Whether a working copy was made from the current state of the post: a version's number alone does not prove it. */
export function isUpToDate(copy: WorkingCopy, post: PostNow): boolean {
  return isCopyOf(copy, post) && copy.baseVersion === post.version && areSameValues(copy.baseText, post.values);
}

/**
 * Moves a draft to another version, in one field: half of one base and half of another would merge wrongly. Null makes
 * it the draft of a new post with the same values.
 */
export function setWorkingCopy(document: DraftDocument, copy: WorkingCopy | null): void {
  const values = copy === null ? readValues(document) : {};
  document.change('program', () => {
    document.setField('workingCopy', copy === null ? undefined : stored(copy));
    writeValues(document, values);
  });
}

/** The long texts of a draft. */
type DraftTexts = Readonly<Record<(typeof texts)[number], string>>;

/**
 * Returns the long texts of a draft. A generated draft has all of them in one field, given and replaced at once:
 * otherwise two devices that read the same answer, or request it anew, would have each text twice.
 */
export function readTexts(document: DraftDocument): DraftTexts {
  const given = document.field(GIVEN_TEXTS);
  const isGiven = typeof given === 'object' && given !== null && !Array.isArray(given);
  return recordOf(texts, (name) => {
    const value = isGiven ? (given as { readonly [key: string]: JsonValue })[name] : undefined;
    return [name, typeof value === 'string' ? value : document.text(name)];
  });
}

/** Gives a generated draft its texts, in place of those it has. */
export function giveTexts(document: DraftDocument, given: DraftTexts): void {
  document.setField(
    GIVEN_TEXTS,
    recordOf(texts, (name) => [name, given[name].toWellFormed()]),
  );
}

const GIVEN_TEXTS = 'givenTexts';

/** Returns the form's values from the draft: its base, overridden by what was changed. */
export function readValues(document: DraftDocument): PostValues {
  const base = workingCopyOf(document)?.baseText ?? newPostValues;
  const long = readTexts(document);
  const provenance = document.provenance('content');
  return withStoredValues(base, { ...document.fields(), ...long, provenance });
}

/**
 * Writes the values that differ, long texts by the smallest splice. `cursor` belongs to the text that is being typed.
 */
export function writeValues(document: DraftDocument, values: Partial<PostValues>, cursor?: number): void {
  const now = readValues(document);
  for (const name of postValueNames) {
    const value = values[name];
    if (value === undefined) continue;
    // Written after the text that it marks, which may just have changed: the table lists it later.
    if (name === 'provenance') document.setProvenance('content', values.provenance ?? noProvenance);
    else if (isSameJson(now[name], value)) continue;
    else if (isText(name)) document.setText(name, String(value), cursor);
    else document.setField(name, value);
  }
}

/** Fills a new draft with the values of a file or a run, and notes that nobody has typed in it. */
export function giveValues(document: DraftDocument, values: Partial<PostValues>): void {
  document.change('program', () => {
    writeValues(document, values);
    document.setField('givenAs', fingerprintOf(readValues(document)));
  });
}

/**
 * Puts a draft into the bin, where it stays as long as its content is the same: an edit that the discarder had not seen
 * takes it out again. `at` is in milliseconds since 1970.
 */
export function discardDraft(document: DraftDocument, at: number): void {
  document.change('program', () => {
    document.setField('discarded', { at, as: fingerprintOf(readValues(document)) });
  });
}

/**
 * Returns the time when a draft was put into the bin, in milliseconds since 1970; null for a draft that is not there.
 */
export function discardedAt(document: DraftDocument): number | null {
  const discarded = document.field('discarded');
  if (typeof discarded !== 'object' || discarded === null || Array.isArray(discarded)) return null;
  const { at, as } = discarded as { readonly [key: string]: JsonValue };
  return typeof at === 'number' && as === fingerprintOf(readValues(document)) ? at : null;
}

/** Whether a value written into a draft may be the one that puts it into the bin. */
export function isDiscarding(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { at, as } = value as { readonly [key: string]: unknown };
  return typeof at === 'number' && typeof as === 'string';
}

/** Stores, in the draft of a new post, whether its letter is held back: a post has no such field. */
export function holdLetter(document: DraftDocument, isHeld: boolean): void {
  document.setField('letterHeld', isHeld ? true : undefined);
}

export const isLetterHeldIn = (document: DraftDocument): boolean => document.field('letterHeld') === true;

/** Takes a draft out of the bin. */
export function takeBackDraft(document: DraftDocument): void {
  document.change('program', () => document.setField('discarded', undefined));
}

/** Whether a draft still has exactly the values that it was filled with. */
export function isAsGiven(document: DraftDocument): boolean {
  return document.field('givenAs') === fingerprintOf(readValues(document));
}
