import { type FormEvent, useId, useState } from 'react';
import type { ManyPostsChange } from '#shared/contract/posts/many-posts.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TagInput } from '#shared/ui/tag-input.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { useAuthors, useCategories, useTags } from '../../catalog/index.ts';

interface BulkFieldsProps {
  count: number;
  onApply: (set: ManyPostsChange['set']) => void;
  onClose: () => void;
}

const AS_IT_IS = '';

/** A window that asks for new values for several posts: category, author, featured or not, tags. */
export function BulkFields({ count, onApply, onClose }: BulkFieldsProps) {
  const categories = useCategories();
  const authors = useAuthors();
  const tags = useTags();
  const formId = useId();
  const [category, setCategory] = useState(AS_IT_IS);
  const [author, setAuthor] = useState(AS_IT_IS);
  const [featured, setFeatured] = useState(AS_IT_IS);
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const [isTyping, setIsTyping] = useState(false);
  const known = tags.data?.map(({ name }) => name) ?? [];
  const set: ManyPostsChange['set'] = {
    ...(category !== AS_IT_IS && { categoryId: Number(category) }),
    ...(author !== AS_IT_IS && { authorId: Number(author) }),
    ...(featured !== AS_IT_IS && { featured: featured === 'yes' }),
    ...(added.length > 0 && { addTags: added }),
    ...(removed.length > 0 && { removeTags: removed }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(set).length > 0) onApply(set);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={count === 1 ? 'Change 1 post' : `Change ${count.toLocaleString('en-US')} posts`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" disabled={Object.keys(set).length === 0 && !isTyping}>
            Change
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-4" onSubmit={submit}>
        <Choice label="Category" value={category} onChange={setCategory} options={categories.data ?? []} />
        <Choice label="Author" value={author} onChange={setAuthor} options={authors.data ?? []} />
        <Choice label="Featured" value={featured} onChange={setFeatured} options={featuredOptions} />
        <Field label="Add tags" hint="Enter or a comma adds one.">
          {(control) => (
            <TagInput {...control} values={added} onChange={setAdded} onTyping={setIsTyping} suggestions={known} />
          )}
        </Field>
        <Field label="Remove tags">
          {(control) => (
            <TagInput {...control} values={removed} onChange={setRemoved} onTyping={setIsTyping} suggestions={known} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

const featuredOptions = [
  { id: 'yes', name: 'Featured' },
  { id: 'no', name: 'Not featured' },
];

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { id: number | string; name: string }[];
}

function Choice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value={AS_IT_IS}>As it is</option>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
