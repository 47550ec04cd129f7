import { type MergeChoice, type MergeResult, mergeMarkdown, resolveMerge } from '#shared/content/merge/merge.ts';
import { mergeProvenance } from '#shared/content/provenance/carry.ts';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { isSameJson } from './json.ts';
import { type PostValues, postValueNames } from './post-values.ts';

/** A field both sides changed, each in another way. */
interface FieldConflict {
  readonly name: keyof PostValues;
  readonly base: PostValues[keyof PostValues];
  readonly mine: PostValues[keyof PostValues];
  readonly theirs: PostValues[keyof PostValues];
}

/** Two edits of one post merged: `clean`, or what is left to ask and what each answer would make of the post. */
export type PostMerge =
  | { readonly kind: 'clean'; readonly values: PostValues }
  | {
      readonly kind: 'conflict';
      /** Fields other than the content. */
      readonly fields: readonly FieldConflict[];
      /** Clean where the question is about other fields only. */
      readonly content: MergeResult;
      readonly mine: PostValues;
      readonly theirs: PostValues;
      readonly both: PostValues;
    };

/**
 * The three-way merge of a post that changed on the server under its working copy: content block by block with what is
 * known of its words, tags one by one, any other field whole.
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

/** The values a choice gives; a clean merge has but one. */
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

/** The tags that both sides have, and those that either side added; those that either side removed are gone. */
function mergeTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly string[] {
  if (isSameJson(base, theirs)) return mine;
  if (isSameJson(base, mine)) return theirs;
  const remaining = mine.filter((tag) => theirs.includes(tag) || !base.includes(tag));
  return [...remaining, ...theirs.filter((tag) => !base.includes(tag) && !remaining.includes(tag))];
}
