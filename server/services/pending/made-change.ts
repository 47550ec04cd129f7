import type { Executor } from '#server/db/transaction.ts';
import { revisionOfVersion } from '#server/repositories/posts/post-revisions.ts';
import { isStale } from '#server/repositories/posts/post-writes.ts';
import { withNewWords } from '#shared/content/provenance/new-words.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { keepPendingChange } from '#shared/contract/posts/pending.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { WordsSource } from '#shared/kernel/provenance.ts';
import { isMadeFrom } from '#shared/workspace/post-base.ts';
import { type PostValues, postValueNames, valuesOfPost, withStoredValues } from '#shared/workspace/post-values.ts';
import { checkedSlug } from '../posts/post-slugs.ts';
import { requireWhole } from '../posts/whole-post.ts';

export type AskedChange = Partial<Omit<BodyOf<typeof keepPendingChange>, 'dueAt' | 'pendingVersion'>>;

/**
 * A change in its stored form, made to the version that was edited. `source`: the model that wrote the new words in it.
 * Throws AppError `post_conflict`, `invalid_input`.
 */
export async function changeMadeTo(
  db: Executor,
  post: Post,
  { version, base, ...given }: AskedChange,
  source: WordsSource | null = null,
) {
  const from = isStale({ version, base }, post) ? await versionBefore(db, post, { version, base }) : post;
  if (from === null) throw new AppError('post_conflict', { current: post });
  const before = 'values' in from ? from.values : valuesOfPost(post);
  const slug = given.slug?.trim() ? checkedSlug(given.slug) : before.slug;
  const words = source && given.content !== undefined && { provenance: withNewWords(before, given.content, source) };
  const values = withStoredValues(before, textsOf({ ...given, ...words, slug }));
  requireWhole({ ...post, ...values });
  return { postId: post.id, fields: JSON.stringify(values), base: JSON.stringify(before), baseVersion: from.version };
}

/** The given values, with an empty text for a missing one, as in the form. */
function textsOf(given: Readonly<Record<string, unknown>>) {
  const said = postValueNames.filter((name) => given[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, given[name] ?? ''])) as Parameters<typeof withStoredValues>[1];
}

/** The version that was edited, from the post's revisions; null when it is not among them. */
async function versionBefore(
  db: Executor,
  post: Post,
  { version, base }: Pick<BodyOf<typeof keepPendingChange>, 'version' | 'base'>,
): Promise<{ version: number; values: PostValues } | null> {
  const revision = version === undefined ? null : await revisionOfVersion(db, post.id, version);
  if (revision === null || version === undefined) return null;
  const values = withStoredValues(valuesOfPost(post), textsOf(revision.fields));
  return base === undefined || isMadeFrom(base, values) ? { version, values } : null;
}
