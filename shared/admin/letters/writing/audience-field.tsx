import type { LetterAudience } from '#shared/contract/letters/letters.ts';
import { Field } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { useAuthors, useCategories, useTags } from '../../catalog/index.ts';

interface AudienceFieldProps {
  audience: LetterAudience;
  onChange: (audience: LetterAudience) => void;
}

const kinds = ['category', 'tag', 'author'] as const;
type TopicKind = (typeof kinds)[number];
const groups: Readonly<Record<TopicKind, string>> = {
  category: 'Who follow a category',
  tag: 'Who follow a tag',
  author: 'Who follow an author',
};

/** The field for the recipients of a letter. */
export function AudienceField({ audience, onChange }: AudienceFieldProps) {
  const topics = useTopics();
  const value = 'targetId' in audience ? `${audience.kind} ${audience.targetId}` : audience.kind;
  const choose = (chosen: string) => {
    const [kind, targetId] = chosen.split(' ');
    const topic = kinds.find((each) => each === kind);
    if (topic) onChange({ kind: topic, targetId: Number(targetId) });
    else onChange({ kind: kind === 'followers' ? 'followers' : 'all' });
  };
  return (
    <Field label="To">
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => choose(target.value)}>
          <option value="all">All subscribers</option>
          <option value="followers">Who follow what the post is filed under</option>
          {kinds.map((kind) => (
            <optgroup key={kind} label={groups[kind]}>
              {topics[kind].map(({ id, name }) => (
                <option key={id} value={`${kind} ${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  );
}

type Topics = Readonly<Record<TopicKind, readonly { id: number; name: string }[]>>;

function useTopics(): Topics {
  const [category, tag, author] = [useCategories(), useTags(), useAuthors()];
  return { category: category.data ?? [], tag: tag.data ?? [], author: author.data ?? [] };
}
