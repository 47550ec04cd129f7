import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { isSameJson } from '#shared/workspace/json.ts';
import { type PostValues, postValueNames } from '#shared/workspace/post-values.ts';
import { TextDifference } from '../../revisions/index.ts';
import { useFieldText } from '../fields/use-field-text.ts';

/** What makes one version of a post of another, field by field. */
export function ValuesDifference({ before, after }: { before: PostValues; after: PostValues }) {
  const textOf = useFieldText();
  const changed = postValueNames.filter((name) => !isSameJson(before[name], after[name]));
  return (
    <div className="grid gap-3">
      {changed.map((name) => (
        <TextDifference
          key={name}
          label={`Changed: ${postFieldTable[name].label}`}
          before={textOf(name, before[name])}
          after={textOf(name, after[name])}
          isMono={name === 'slug' || name === 'content'}
        />
      ))}
    </div>
  );
}
