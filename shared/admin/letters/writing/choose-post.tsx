import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useFindPosts } from '../../post-finder.ts';
import { queryKeys } from '../../query-client.ts';

interface ChoosePostProps {
  chosen: number | null;
  onChoose: (postId: number) => void;
}

/** The choice of a post among those readers see: the newest first, or those that contain the typed words. */
export function ChoosePost({ chosen, onChoose }: ChoosePostProps) {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const name = useId();
  const find = useFindPosts();
  const found = useQuery({
    queryKey: [...queryKeys.posts, 'for-letter', words],
    queryFn: ({ signal }) => find(words, signal),
    placeholderData: keepPreviousData,
  });
  const live = found.data?.filter(({ status }) => status === 'Published') ?? [];
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">Post</legend>
      <Field label="Post">
        {(control) => (
          <TextInput
            {...control}
            type="search"
            data-first-focus
            placeholder="Search by title or text"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <div className="max-h-64 overflow-y-auto rounded-md border border-line">
        {found.data && live.length === 0 && (
          <p className="px-3 py-2 text-sm text-muted">No live post has these words.</p>
        )}
        {live.map((post) => (
          <label
            key={post.id}
            className="flex cursor-pointer items-start gap-2.5 border-b border-line px-3 py-2 text-sm last:border-b-0 has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={post.id === chosen}
              onChange={() => onChoose(post.id)}
            />
            <span className="min-w-0 wrap-anywhere">{post.title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
