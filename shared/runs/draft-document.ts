import type { JudgedCounts } from '#shared/contract/ai-batches.ts';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import { type Provenance, provenanceOf } from '#shared/kernel/provenance.ts';
import { DRAFT_CATEGORY, FALLBACK_TITLE, type GeneratedDraft } from '#shared/workflow/drafts/draft-shape.ts';
import { readVersion } from '#shared/workflow/run-sources.ts';
import { type StepId, stepOfFormerNumber } from '#shared/workflow/steps.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';
import { GENERATED_DRAFT_PREFIX, giveTexts, readTexts } from '#shared/workspace/post-draft.ts';

export type GeneratedDocument = WorkspaceDocument<'draft'>;

/** Where a draft comes from, and what a post made of it says beside its text. */
export interface DraftOrigin {
  readonly runId: string;
  /** The step that wrote it; null where that is not known. */
  readonly step: StepId | null;
  /** The model that wrote it, as its provider calls it; null where that is not known. */
  readonly model: string | null;
  /** The version of the step's prompt that asked for it, from 1; 0 where that is not known. */
  readonly promptVersion: number;
  /** Position in its answer, from 0. */
  readonly index: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly targetMarket: string;
  readonly productApp: string;
  readonly productAppUrl: string;
  /** The category its post begins in; null where the owner has named none. */
  readonly categoryId: number | null;
}

/** All of a draft's text is its step's. */
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

/** Writes a draft, in the place of what it was. */
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

/** A text that a draft had before it was written anew. */
export interface EarlierDraft {
  /** When it was replaced, milliseconds since 1970: its name among the draft's versions. */
  readonly replacedAt: number;
  readonly draft: GeneratedDraft;
  /** The model that wrote it; null where that is not known. */
  readonly model: string | null;
  /** The version of the prompt that asked for it; 0 where that is not known. */
  readonly promptVersion: number;
}

/** How many earlier texts of a draft are kept. */
export const MOST_EARLIER = 10;

const EARLIER = /^earlier:(\d{1,16})$/;

/** The texts a draft had before, the oldest first. */
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
 * Writes a draft, in the words a model has answered, in the place of what it was, which is kept; of those kept before the
 * oldest goes. The picture stays.
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
    // Two in one millisecond, or a clock that was set back, must not write over one that is kept.
    const replacedAt = Math.max(now, (earlier.at(-1)?.replacedAt ?? 0) + 1);
    const was = writerIn(storedOrigin(document));
    document.setField(`earlier:${replacedAt}`, { ...words, tags: [...words.tags], ...was });
    for (const { replacedAt: old } of earlier.slice(0, Math.max(0, earlier.length + 1 - MOST_EARLIER))) {
      document.setField(`earlier:${old}`, undefined);
    }
    writeDraft(document, { ...draft, id: before.id, featuredImage: before.featuredImage }, null);
    document.setField('origin', { ...storedOrigin(document), model, promptVersion });
    // It was counted in other words, and is looked at anew.
    if (judgedIn(document) !== null) leaveUnjudged(document);
    document.setField('judged', undefined);
  });
}

/** An earlier text stands again, and what stood in its place is kept. Nothing where it is not there. */
export function takeEarlierDraft(document: GeneratedDocument, replacedAt: number, now: number): void {
  const earlier = earlierDrafts(document).find((each) => each.replacedAt === replacedAt);
  if (!earlier) return;
  document.change('program', () => {
    document.setField(`earlier:${replacedAt}`, undefined);
    replaceDraft(document, earlier, now);
  });
}

/** The draft in a document, whatever a newer app left there; null in one without a word. */
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

/** Where a draft came from; what its document does not say, or says in another shape, is blank, 0 or null. */
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

/** Who wrote a text, as far as it was recorded with it. */
function writerIn(value: unknown): Pick<DraftOrigin, 'model' | 'promptVersion'> {
  const { model, promptVersion } = Object(value);
  return { model: textOr(model, '') || null, promptVersion: readVersion(promptVersion) };
}

/** A draft out of a list that anything may have written under `generatedDrafts`; null for what is none. */
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

/** What the judge has counted in a draft, as it stands; null where it was not asked, or the draft was written anew since. */
export function judgedIn(document: GeneratedDocument): JudgedCounts | null {
  const { red, yellow, reader } = Object(document.field('judged'));
  if (typeof red !== 'number' || typeof yellow !== 'number') return null;
  return { red, yellow, ...(typeof reader === 'number' && { reader }) };
}

export function writeJudged(document: GeneratedDocument, { red, yellow, reader }: JudgedCounts): void {
  document.setField('judged', { red, yellow, ...(reader !== undefined && { reader }) });
}

/** Notes how much the judge has found in the draft; what a second reader has found in it stays. */
export function noteJudged(document: GeneratedDocument, findings: readonly Pick<JudgeFinding, 'level'>[]): void {
  const reader = judgedIn(document)?.reader;
  document.setField(UNJUDGED, undefined);
  writeJudged(document, { ...countFindings(findings), ...(reader !== undefined && { reader }) });
}

const UNJUDGED = 'unjudged';

/** The judge could not be asked, or counted in other words: whoever shows the draft asks again. */
export function leaveUnjudged(document: GeneratedDocument): void {
  document.setField(UNJUDGED, true);
}

/** Whether the draft is one that the judge is to be asked about. */
export function isLeftUnjudged(document: GeneratedDocument): boolean {
  return document.field(UNJUDGED) === true;
}

export function countFindings(findings: readonly Pick<JudgeFinding, 'level'>[]): JudgedCounts {
  const count = (level: JudgeFinding['level']) => findings.filter((finding) => finding.level === level).length;
  return { red: count('red'), yellow: count('yellow') };
}

/** The post a draft has become, published or not; null before. */
export function postIdIn(document: GeneratedDocument): number | null {
  const postId = document.field('postId');
  return typeof postId === 'number' ? postId : null;
}

/** Notes the post a draft has become. A post that is no longer live is noted as such; without a note it is live. */
export function writePost(document: GeneratedDocument, post: { postId: number; isPublished: boolean }): void {
  document.setField('postId', post.postId);
  document.setField('isUnpublished', post.isPublished ? undefined : true);
}

/** Whether the draft was made a post that readers may see. */
export function isPublishedIn(document: GeneratedDocument): boolean {
  return postIdIn(document) !== null && document.field('isUnpublished') !== true;
}

/**
 * The Idempotency-Key under which a draft that a finished run has left to the owner is to be published; null for one that
 * is not left to them.
 */
export function leftKeyIn(document: GeneratedDocument): string | null {
  const key = document.field('leftKey');
  return typeof key === 'string' ? key : null;
}

/** Leaves a draft to the owner; null takes that back. */
export function writeLeftKey(document: GeneratedDocument, key: string | null): void {
  document.setField('leftKey', key ?? undefined);
}

function textOr(value: unknown, other: string): string {
  return typeof value === 'string' ? value : other;
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : other;
}
