import type { Executor } from '#server/db/transaction.ts';
import { wholePosts } from '#server/repositories/posts/post-rows.ts';
import { requireFiling } from '#server/repositories/posts/post-writes.ts';
import { takenSlugs } from '#server/repositories/posts/posts.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { changePosts, ManyPostsChange } from '#shared/contract/posts/many-posts.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { changedFields } from './post-changes.ts';
import { requireWhole } from './whole-post.ts';

/** The largest number of tags of a post. */
const MOST_TAGS = 50;
const IN_BIN = 'It lies in the bin. Take it out first.';

export type Given = ManyPostsChange['set'];
export type Failed = AnswerOf<typeof changePosts>['failed'][number];
/** One of the posts of an action. */
export interface Item {
  id: number;
  version?: number | undefined;
  set: Given;
}

/** The changes to a post, in the order in which they are possible: out of the bin, its fields, into the bin. */
export interface Plan {
  before: Post;
  fields: Omit<Partial<PostFields>, 'content'>;
  isChanged: boolean;
  move: 'into' | 'out' | null;
}

/** The outcome of one post: `undo` is null when nothing had to be changed. */
export type Outcome = { id: number; version: number; undo: Given | null } | Failed;

export const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

/** Plans the changes to the posts of a slice, with the outcome of each after they are carried out. */
export async function planSlice(
  ex: Executor,
  items: readonly Item[],
  now: number,
): Promise<{ plans: Plan[]; outcomes: Outcome[] }> {
  const read = new Map((await wholePosts(ex, idsOf(items), { kind: 'all', now })).map((post) => [post.id, post]));
  const faults = new Map<Given, AppError | null>();
  for (const set of new Set(items.map((item) => item.set))) faults.set(set, await filingFault(ex, set));
  const taken = await takenSlugs(
    ex,
    items.flatMap(({ id, set }) => (set.deleted === false ? (read.get(id)?.slug ?? []) : [])),
  );
  const plans: Plan[] = [];
  const outcomes = items.map((item): Outcome => {
    const { id, set } = item;
    const before = read.get(id) ?? null;
    try {
      const plan = planOf(item, before, now);
      const { isChanged, move, fields } = plan;
      const fault = isChanged ? faults.get(set) : null;
      if (fault) throw fault;
      if (move === 'out' && taken.has(plan.before.slug)) throw new AppError('slug_taken');
      if (move === 'out') taken.add(plan.before.slug);
      plans.push(plan);
      const undo = { ...former(plan.before, fields), ...(move && { deleted: move === 'out' }) };
      return { id, version: plan.before.version + Number(isChanged), undo: isChanged || move ? undo : null };
    } catch (error) {
      return refusalOf(before ?? { id, title: '' }, error);
    }
  });
  return { plans, outcomes };
}

/** Rethrows an error that is not a refusal. */
export function refusalOf({ id, title }: Pick<Post, 'id' | 'title'>, error: unknown): Failed {
  if (!(error instanceof AppError)) throw error;
  return { id, title, message: error.issues?.[0]?.message ?? error.message };
}

async function filingFault(ex: Executor, set: Given): Promise<AppError | null> {
  try {
    await requireFiling(ex, set);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Throws AppError with the reason when the post cannot be changed. */
function planOf({ version, set }: Item, before: Post | null, now: number): Plan {
  if (!before) throw new AppError('post_not_found');
  if (version !== undefined && version !== before.version) throw new AppError('post_conflict', { current: before });
  const isBinned = before.deletedAt !== null;
  const move = set.deleted === undefined || set.deleted === isBinned ? null : set.deleted ? 'into' : 'out';
  const fields = wantedFields(before, set, now);
  const isChanged = Object.keys(fields).length > 0;
  if (isChanged) {
    if (isBinned && move !== 'out') throw new AppError('post_not_found', { message: IN_BIN });
    if ((fields.tags ?? []).length > MOST_TAGS)
      throw new AppError('invalid_input', { message: 'At most 50 tags, please.' });
    requireWhole({ ...before, ...fields });
  }
  return { before, fields, isChanged, move };
}

/** The fields of the post that have to change. */
function wantedFields(before: Post, set: Given, now: number): Plan['fields'] {
  const { deleted: _, tags = before.tags, addTags = [], removeTags = [], publishedAt, ...given } = set;
  const wanted = { ...given, tags: tagsWith(tags, addTags, removeTags) };
  const { content: __, ...fields } = changedFields(before, wanted, now);
  if (publishedAt === undefined || timeOf(publishedAt) === timeOf(before.publishedAt)) return fields;
  const isKept = publishedAt === null && (fields.published ?? before.published);
  return isKept ? fields : { ...fields, publishedAt };
}

const timeOf = (date: string | null) => (date === null ? null : Date.parse(date));

/** The values that give a post its former fields back. */
function former(before: Post, fields: Plan['fields']): Given {
  const undo: Given = {};
  if (fields.published !== undefined) undo.published = before.published;
  // A post that is published without a date gets one.
  const isDated = fields.publishedAt !== undefined || (fields.published && before.publishedAt === null);
  if (isDated) undo.publishedAt = before.publishedAt;
  if (fields.featured !== undefined) undo.featured = before.featured;
  if (fields.categoryId !== undefined) undo.categoryId = before.category.id;
  if (fields.authorId !== undefined) undo.authorId = before.author.id;
  if (fields.tags) {
    const had = slugsOf(before.tags);
    const isLonger = before.tags.every((name, place) => tagSlug(name) === tagSlug(fields.tags?.[place] ?? ''));
    // Posts that got the same tags can then share the same undo values.
    if (isLonger) undo.removeTags = fields.tags.filter((name) => !had.has(tagSlug(name)));
    else undo.tags = before.tags;
  }
  return undo;
}

const slugsOf = (tags: readonly string[]) => new Set(tags.map(tagSlug));

function tagsWith(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const [gone, there] = [slugsOf(removed), slugsOf(tags)];
  return [...tags, ...added.filter((name) => !there.has(tagSlug(name)))].filter((name) => !gone.has(tagSlug(name)));
}
