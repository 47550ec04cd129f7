import { type MergeChoice, type MergeResult, mergeMarkdown, resolveMerge } from '#shared/content/merge/merge.ts';
import { mergeProvenance } from '#shared/content/provenance/carry.ts';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { isSameJson } from './json.ts';
import { type PostValues, postValueNames } from './post-values.ts';

/** A field that both sides changed, each to a different value. */
interface FieldConflict {
  readonly name: keyof PostValues;
  readonly base: PostValues[keyof PostValues];
  readonly mine: PostValues[keyof PostValues];
  readonly theirs: PostValues[keyof PostValues];
}

/** The merge of two edits of one post: `clean`, or the open conflicts and the post that each answer would give. */
export type PostMerge =
  | { readonly kind: 'clean'; readonly values: PostValues }
  | {
      readonly kind: 'conflict';
      /** Fields other than the content. */
      readonly fields: readonly FieldConflict[];
      /** Clean when the conflict is only about other fields. */
      readonly content: MergeResult;
      readonly mine: PostValues;
      readonly theirs: PostValues;
      readonly both: PostValues;
    };

/**
 * Makes the three-way merge of a post that changed on the server while its working copy was edited: the content block
 * by block, with its provenance; tags one by one; any other field as a whole.
 */
export function mergePost(base: PostValues, mine: PostValues, theirs: PostValues): PostMerge {
  const content = mergeMarkdown(base.content, mine.content, theirs.content);
  const tags = mergeTags(base.tags, mine.tags, theirs.tags);
  const fields: FieldConflict[] = [];
  const agreed: Record<string, PostValues[keyof PostValues]> = { tags };
  for (const name of postValueNames) {
    if (name === 'content' || name === 'provenance' || name === 'tags') continue;
    const [was, here, there] = [base[name], mine[name], theirs[name]];
    const isConflict = ![isSameJson(was, here), isSameJson(was, there), isSameJson(here, there)].includes(true);
    if (isConflict && postFieldTable[name].merge !== 'unasked')
      fields.push({ name, base: was, mine: here, theirs: there });
    agreed[name] = isSameJson(was, here) ? there : here;
  }
  const values = (choice: MergeChoice): PostValues => ({
    ...mine,
    ...agreed,
    content: resolveMerge(content, choice),
    provenance: mergeProvenance(resolveMerge(content, choice), { base, mine, theirs }),
    ...Object.fromEntries(fields.map((field) => [field.name, chosen(field, choice)])),
  });
  if (content.kind === 'clean' && fields.length === 0) return { kind: 'clean', values: values('mine') };
  return { kind: 'conflict', fields, content, mine: values('mine'), theirs: values('theirs'), both: values('both') };
}

/** Returns the values that a choice gives; a clean merge has only one result. */
export function resolvePost(merge: PostMerge, choice: MergeChoice): PostValues {
  return merge.kind === 'clean' ? merge.values : merge[choice];
}

function chosen({ name, mine, theirs }: FieldConflict, choice: MergeChoice): PostValues[keyof PostValues] {
  if (choice === 'theirs') return theirs;
  if (choice === 'mine' || mine === '' || theirs === '') return mine === '' && choice === 'both' ? theirs : mine;
  const { merge } = postFieldTable[name];
  if (merge === 'slash') return `${mine} / ${theirs}`;
  return merge === 'prose' ? `${mine} ${theirs}` : mine;
}

/** Returns the tags that both sides have, and those that either side added; tags that either side removed are gone. */
function mergeTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly string[] {
  if (isSameJson(base, theirs)) return mine;
  if (isSameJson(base, mine)) return theirs;
  const remaining = mine.filter((tag) => theirs.includes(tag) || !base.includes(tag));
  return [...remaining, ...theirs.filter((tag) => !base.includes(tag) && !remaining.includes(tag))];
}
