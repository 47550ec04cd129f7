import { ApiError } from '#shared/api-client/api-error.ts';
import { generateImage, regenerateDraft } from '#shared/contract/ai.ts';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { createPost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { fingerprint } from '#shared/kernel/fingerprint.ts';
import {
  type DraftOrigin,
  type GeneratedDocument,
  noteJudged,
  provenanceOfDraft,
  readDraft,
  readOrigin,
  replaceDraft,
  writePost,
} from '#shared/runs/draft-document.ts';
import type { ChainForm } from '#shared/workflow/chain-form.ts';
import { guessCategory } from '#shared/workflow/drafts/category-guess.ts';
import type { GeneratedDraft } from '#shared/workflow/drafts/draft-shape.ts';
import type { StepId } from '#shared/workflow/steps.ts';
import { newPostValues } from '#shared/workspace/post-values.ts';
import { pictureMarket } from '../../images/index.ts';
import { type Judgement, type JudgePorts, judgeAtPress, redOf } from '../../judge-post.ts';
import type { DraftStore } from './draft-store.ts';

export interface DraftCallOptions extends JudgePorts {
  drafts: DraftStore;
  now(): number;
  unique(): string;
}

/**
 * Makes a call for a draft under a key that was written to the disk before. A call whose answer was lost is repeated
 * under the same key, so that nothing is paid for or published twice. Throws the errors of the call.
 */
async function bought<Answer>(
  { drafts, unique }: DraftCallOptions,
  document: GeneratedDocument,
  { name, body }: { name: string; body: unknown },
  call: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const { id } = readDraft(document) ?? { id: '' };
  const print = fingerprint(JSON.stringify(body));
  const asked = document.field(`asked:${name}`);
  const known = typeof asked === 'string' && asked.startsWith(`${print} `) ? asked.slice(print.length + 1) : null;
  const key = known ?? unique();
  if (known === null) await drafts.change(id, (changed) => changed.setField(`asked:${name}`, `${print} ${key}`));
  const forget = () => drafts.change(id, (changed) => changed.setField(`asked:${name}`, undefined));
  try {
    const answer = await call({ 'idempotency-key': key });
    await forget();
    return answer;
  } catch (error) {
    // An error code comes from our own server and means that the call has ended; without a code the server may still be
    // working.
    if (error instanceof ApiError && error.code !== undefined && error.code !== 'overloaded') await forget();
    throw error;
  }
}

/** The inputs with which a draft is written anew. */
interface Regeneration {
  form: ChainForm;
  prompt: string;
  /** The version of the prompt before it was filled; 0 when it is not known. */
  promptVersion: number;
  runId: string;
  stepId: StepId;
}

/**
 * Writes the draft anew with the prompt of the step that writes the drafts. The former text is kept, and the picture
 * stays.
 */
export async function regenerate(
  options: DraftCallOptions,
  document: GeneratedDocument,
  { form, promptVersion, ...asked }: Regeneration,
): Promise<void> {
  const before = readDraft(document);
  if (before === null) return;
  const { category, ...values } = form;
  const body = { ...values, ...asked, draftIndex: readOrigin(document).index };
  const categoryId = Number(category) || undefined;
  const { draft, model } = await bought(options, document, { name: 'regenerate', body }, (headers) =>
    options.api.call(regenerateDraft, { body: { ...body, categoryId }, headers }),
  );
  await options.drafts.change(before.id, (changed) =>
    replaceDraft(changed, { draft: { ...draft, id: before.id }, model, promptVersion }, options.now()),
  );
}

/** Makes a picture for the draft and returns the picture's address. */
export async function makeImage(
  options: DraftCallOptions,
  document: GeneratedDocument,
  customPrompt: string,
): Promise<string> {
  const { title, excerpt } = readDraft(document) ?? { title: '', excerpt: '' };
  const { targetMarket } = readOrigin(document);
  const body = { title, excerpt, targetMarket: pictureMarket(targetMarket), customPrompt };
  const { imageUrl } = await bought(options, document, { name: 'image', body }, (headers) =>
    options.api.call(generateImage, { body, headers }),
  );
  return imageUrl;
}

/**
 * Gives the draft's new picture to the post that the draft has become. An empty address removes the picture, but only
 * if the post still has the draft's former picture. Throws the errors of the calls.
 */
export async function illustratePost(
  { api }: DraftCallOptions,
  postId: number,
  { address, before }: { address: string; before: string },
): Promise<void> {
  const { version, featuredImage } = await api.call(getPostById, { params: { id: postId } });
  if (address === '' && featuredImage !== before) return;
  await api.call(updatePost, { params: { id: postId }, body: { featuredImage: address || null, version } });
}

const MOST_SLUGS = 20;

/**
 * Returns the fields with which a draft is published. The category is that of its run, or guessed from its words
 * (docs/rules.md, "Category guess").
 */
function publishedFields(draft: GeneratedDraft, origin: DraftOrigin) {
  return {
    title: draft.title,
    excerpt: draft.excerpt,
    content: draft.content,
    provenance: provenanceOfDraft(draft, origin),
    featuredImage: draft.featuredImage ?? null,
    categoryId: origin.categoryId ?? guessCategory(draft),
    published: true,
    featured: draft.featured,
    readTime: draft.readTime,
    tags: [...draft.tags],
    productApp: origin.productApp,
    productAppUrl: origin.productAppUrl,
  };
}

/** Returns the findings that forbid publishing the draft without a question. Throws NotKeptError. */
export async function redInDraft(options: DraftCallOptions, document: GeneratedDocument): Promise<JudgeFinding[]> {
  return redOf((await judgeDraft(options, document))?.findings ?? []);
}

/**
 * Judges the draft as it would be published; null when no judgement came in time. When the server has judged it, the
 * counts are stored with the draft. Throws NotKeptError.
 */
export async function judgeDraft(
  { api, store, drafts }: DraftCallOptions,
  document: GeneratedDocument,
): Promise<Judgement | null> {
  const draft = readDraft(document);
  if (draft === null) return null;
  const { featuredImage, ...fields } = publishedFields(draft, readOrigin(document));
  const values = { ...newPostValues, ...fields, featuredImage: featuredImage ?? '' };
  const judgement = await judgeAtPress({ api, store }, null, values);
  // Without the server the judgement is incomplete.
  if (judgement && !judgement.isOffline) {
    await drafts.change(draft.id, (changed) => noteJudged(changed, judgement.findings));
  }
  return judgement;
}

/** Publishes the draft as it is; if the slug is taken, `-2` is appended. Returns the new post. */
export async function publish(options: DraftCallOptions, document: GeneratedDocument): Promise<Post> {
  const draft = readDraft(document);
  if (draft === null) throw new Error('This draft is gone.');
  const publishedAt = await publicationTime(options, document, draft.id);
  const fields = { ...publishedFields(draft, readOrigin(document)), publishedAt };
  for (let number = firstNumber(document); ; number += 1) {
    const body = { ...fields, slug: number === 1 ? draft.slug : `${draft.slug}-${number}` };
    try {
      const post = await bought(options, document, { name: 'publish', body }, (headers) =>
        options.api.call(createPost, { body, headers }),
      );
      await options.drafts.change(draft.id, (changed) => {
        writePost(changed, { postId: post.id, isPublished: true });
        changed.setField('publishedAt', undefined);
        changed.setField('slugNumber', undefined);
      });
      return post;
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'slug_taken';
      if (!isTaken || number >= MOST_SLUGS) throw error;
      await options.drafts.change(draft.id, (changed) => changed.setField('slugNumber', number + 1));
    }
  }
}

/** Returns the number of the slug (`-2`, `-3` …) that was sent when an answer was lost: the same slug is sent again. */
function firstNumber(document: GeneratedDocument): number {
  const number = document.field('slugNumber');
  return typeof number === 'number' && document.field('asked:publish') !== undefined ? number : 1;
}

/**
 * Returns the time at which publishing the draft was first requested. After a lost answer the time is sent unchanged:
 * the same key requires the same body.
 */
async function publicationTime(
  { drafts, now }: DraftCallOptions,
  document: GeneratedDocument,
  id: string,
): Promise<string> {
  const stored = document.field('publishedAt');
  const isAsked = document.field('asked:publish') !== undefined;
  if (typeof stored === 'string' && isAsked) return stored;
  const at = new Date(now()).toISOString();
  await drafts.change(id, (changed) => changed.setField('publishedAt', at));
  return at;
}
