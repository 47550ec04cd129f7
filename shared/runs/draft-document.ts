import type { JudgedCounts } from '#shared/contract/ai-batches.ts';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import { type Provenance, provenanceOf } from '#shared/kernel/provenance.ts';
import { DRAFT_CATEGORY, FALLBACK_TITLE, type GeneratedDraft } from '#shared/workflow/drafts/draft-shape.ts';
import { readVersion } from '#shared/workflow/run-sources.ts';
import { type StepId, stepOfFormerNumber } from '#shared/workflow/steps.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';
import { GENERATED_DRAFT_PREFIX, giveTexts, readTexts } from '#shared/workspace/post-draft.ts';

export type GeneratedDocument = WorkspaceDocument<'draft'>;

/** The origin of a draft, and the facts that its post keeps besides the text. */
export interface DraftOrigin {
  readonly runId: string;
  /** The step that wrote the draft; null when it is not known. */
  readonly step: StepId | null;
  /** The model that wrote the draft, by its provider's name for it; null when it is not known. */
  readonly model: string | null;
  /** The version of the step's prompt, from 1; 0 when it is not known. */
  readonly promptVersion: number;
  /** The position of the draft in the answer, from 0. */
  readonly index: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly targetMarket: string;
  readonly productApp: string;
  readonly productAppUrl: string;
  /** The category in which the draft's post begins; null when the owner has named none. */
  readonly categoryId: number | null;
}

/** Returns the provenance of a draft: its whole text was written by its step. */
export function provenanceOfDraft(
  { content }: GeneratedDraft,
  { runId, step, model, promptVersion, madeAt }: DraftOrigin,
): Provenance {
  const at = madeAt > 0 ? new Date(madeAt).toISOString() : null;
  const source = { model, run: runId || null, step, promptVersion, help: null, at };
  return provenanceOf([{ start: 0, end: content.length, source }]);
}

export function generatedDocumentId(draftId: string): string {
  return GENERATED_DRAFT_PREFIX + draftId;
}

export function draftIdOf(documentId: string): string {
  return documentId.slice(GENERATED_DRAFT_PREFIX.length);
}

/** Writes a draft in place of the former one. */
export function writeDraft(document: GeneratedDocument, draft: GeneratedDraft, origin: DraftOrigin | null): void {
  document.change('program', () => {
    giveTexts(document, draft);
    document.setField('slug', draft.slug);
    document.setField('category', draft.category);
    document.setField('tags', [...draft.tags]);
    document.setField('featured', draft.featured);
    document.setField('readTime', draft.readTime);
    document.setField('featuredImage', draft.featuredImage || undefined);
    if (origin) document.setField('origin', { ...origin });
  });
}

/** A former text of a draft, from before the draft was written anew. */
export interface EarlierDraft {
  /**
   * The time at which the text was replaced, in milliseconds since 1970. It identifies the text among the draft's
   * versions.
   */
  readonly replacedAt: number;
  readonly draft: GeneratedDraft;
  /** The model that wrote the text; null when it is not known. */
  readonly model: string | null;
  /** The version of the prompt for the text; 0 when it is not known. */
  readonly promptVersion: number;
}

/** The largest number of earlier texts of a draft that are kept. */
export const MOST_EARLIER = 10;

const EARLIER = /^earlier:(\d{1,16})$/;

/** Returns the earlier texts of a draft, the oldest first. */
export function earlierDrafts(document: GeneratedDocument): EarlierDraft[] {
  return Object.entries(document.fields())
    .flatMap(([name, value]) => {
      const replacedAt = Number(EARLIER.exec(name)?.[1] ?? Number.NaN);
      const draft = Number.isNaN(replacedAt) ? null : draftOfJson(value);
      return draft === null ? [] : [{ replacedAt, draft, ...writerIn(value) }];
    })
    .sort((a, b) => a.replacedAt - b.replacedAt);
}

/**
 * Replaces a draft by the words that a model has answered. The former text is kept as an earlier one, and the oldest
 * earlier text is discarded when there are too many. The picture stays.
 */
export function replaceDraft(
  document: GeneratedDocument,
  { draft, model, promptVersion }: Omit<EarlierDraft, 'replacedAt'>,
  now: number,
): void {
  const before = readDraft(document);
  if (before === null) return;
  const earlier = earlierDrafts(document);
  const { featuredImage: _picture, ...words } = before;
  document.change('program', () => {
    // Two replacements in one millisecond, or a clock that was set back, must not overwrite an earlier text that is
    // kept.
    const replacedAt = Math.max(now, (earlier.at(-1)?.replacedAt ?? 0) + 1);
    const was = writerIn(storedOrigin(document));
    document.setField(`earlier:${replacedAt}`, { ...words, tags: [...words.tags], ...was });
    for (const { replacedAt: old } of earlier.slice(0, Math.max(0, earlier.length + 1 - MOST_EARLIER))) {
      document.setField(`earlier:${old}`, undefined);
    }
    writeDraft(document, { ...draft, id: before.id, featuredImage: before.featuredImage }, null);
    document.setField('origin', { ...storedOrigin(document), model, promptVersion });
    // The findings were counted in the former words; the draft is to be judged again.
    if (judgedIn(document) !== null) leaveUnjudged(document);
    document.setField('judged', undefined);
  });
}

/** Restores an earlier text, and keeps the text that it replaces. Does nothing when the earlier text does not exist. */
export function takeEarlierDraft(document: GeneratedDocument, replacedAt: number, now: number): void {
  const earlier = earlierDrafts(document).find((each) => each.replacedAt === replacedAt);
  if (!earlier) return;
  document.change('program', () => {
    document.setField(`earlier:${replacedAt}`, undefined);
    replaceDraft(document, earlier, now);
  });
}

/** Reads the draft in a document, whatever a newer app left there; null when the document has no words. */
export function readDraft(document: GeneratedDocument): GeneratedDraft | null {
  const { title, excerpt, content } = readTexts(document);
  if (title === '' && content === '') return null;
  const image = textOr(document.field('featuredImage'), '');
  const readTime = document.field('readTime');
  const tags = document.field('tags');
  return {
    id: draftIdOf(document.id),
    title: title || FALLBACK_TITLE,
    slug: textOr(document.field('slug'), ''),
    excerpt,
    content,
    category: textOr(document.field('category'), DRAFT_CATEGORY),
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [],
    featured: document.field('featured') !== false,
    readTime: typeof readTime === 'number' && readTime >= 1 ? Math.round(readTime) : 1,
    ...(image === '' ? {} : { featuredImage: image }),
  };
}

/**
 * Reads the origin of a draft; a value that is missing in its document, or has another shape, becomes blank, 0 or null.
 */
export function readOrigin(document: GeneratedDocument): DraftOrigin {
  const origin: Readonly<Record<string, unknown>> = storedOrigin(document);
  return {
    runId: textOr(origin.runId, ''),
    step: textOr(origin.step, '') || stepOfFormerNumber(origin.step),
    ...writerIn(origin),
    index: numberOr(origin.index, 0),
    madeAt: numberOr(origin.madeAt, 0),
    targetMarket: textOr(origin.targetMarket, ''),
    productApp: textOr(origin.productApp, ''),
    productAppUrl: textOr(origin.productAppUrl, ''),
    categoryId: numberOr(origin.categoryId, 0) || null,
  };
}

function storedOrigin(document: GeneratedDocument) {
  const stored = document.field('origin');
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
}

/** The model and prompt version that wrote a text, as far as they were recorded with it. */
function writerIn(value: unknown): Pick<DraftOrigin, 'model' | 'promptVersion'> {
  const { model, promptVersion } = Object(value);
  return { model: textOr(model, '') || null, promptVersion: readVersion(promptVersion) };
}

/** Reads a draft from an untrusted list under `generatedDrafts`; null for a value that is not a draft. */
export function draftOfJson(value: unknown): GeneratedDraft | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entry = value as Readonly<Record<string, unknown>>;
  const { id, title, content, tags, featured, readTime } = entry;
  // The id becomes part of a document's name.
  if (typeof id !== 'string' || !/^[A-Za-z0-9._:-]{1,150}$/.test(id)) return null;
  if (typeof title !== 'string' || typeof content !== 'string') return null;
  const image = textOr(entry.featuredImage, '');
  return {
    id,
    title,
    content,
    slug: textOr(entry.slug, ''),
    excerpt: textOr(entry.excerpt, ''),
    category: textOr(entry.category, DRAFT_CATEGORY),
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [],
    featured: featured !== false,
    readTime: Math.max(1, Math.round(numberOr(readTime, 1))),
    ...(image === '' ? {} : { featuredImage: image }),
  };
}

/** The judge's counts for a draft; null when the judge was not asked, or when the draft was written anew since then. */
export function judgedIn(document: GeneratedDocument): JudgedCounts | null {
  const { red, yellow, reader } = Object(document.field('judged'));
  if (typeof red !== 'number' || typeof yellow !== 'number') return null;
  return { red, yellow, ...(typeof reader === 'number' && { reader }) };
}

export function writeJudged(document: GeneratedDocument, { red, yellow, reader }: JudgedCounts): void {
  document.setField('judged', { red, yellow, ...(reader !== undefined && { reader }) });
}

/** Notes the judge's counts in the draft; the second reader's count stays. */
export function noteJudged(document: GeneratedDocument, findings: readonly Pick<JudgeFinding, 'level'>[]): void {
  const reader = judgedIn(document)?.reader;
  document.setField(UNJUDGED, undefined);
  writeJudged(document, { ...countFindings(findings), ...(reader !== undefined && { reader }) });
}

const UNJUDGED = 'unjudged';

/**
 * Marks a draft as not judged: the judge could not be asked, or it counted in other words. The next screen that shows
 * the draft asks again.
 */
export function leaveUnjudged(document: GeneratedDocument): void {
  document.setField(UNJUDGED, true);
}

/** Whether the judge is still to be asked about the draft. */
export function isLeftUnjudged(document: GeneratedDocument): boolean {
  return document.field(UNJUDGED) === true;
}

export function countFindings(findings: readonly Pick<JudgeFinding, 'level'>[]): JudgedCounts {
  const count = (level: JudgeFinding['level']) => findings.filter((finding) => finding.level === level).length;
  return { red: count('red'), yellow: count('yellow') };
}

/** The id of the post that the draft has become, published or not; null before that. */
export function postIdIn(document: GeneratedDocument): number | null {
  const postId = document.field('postId');
  return typeof postId === 'number' ? postId : null;
}

/**
 * Notes the post that the draft has become. A post that is not live is marked in the document; a post without this mark
 * is live.
 */
export function writePost(document: GeneratedDocument, post: { postId: number; isPublished: boolean }): void {
  document.setField('postId', post.postId);
  document.setField('isUnpublished', post.isPublished ? undefined : true);
}

/** Whether the draft has become a post that readers may see. */
export function isPublishedIn(document: GeneratedDocument): boolean {
  return postIdIn(document) !== null && document.field('isUnpublished') !== true;
}

/**
 * The Idempotency-Key for publishing a draft that a finished run has left to the owner; null for a draft that is not
 * left to the owner.
 */
export function leftKeyIn(document: GeneratedDocument): string | null {
  const key = document.field('leftKey');
  return typeof key === 'string' ? key : null;
}

/** Leaves a draft to the owner; null ends this. */
export function writeLeftKey(document: GeneratedDocument, key: string | null): void {
  document.setField('leftKey', key ?? undefined);
}

function textOr(value: unknown, other: string): string {
  return typeof value === 'string' ? value : other;
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : other;
}
