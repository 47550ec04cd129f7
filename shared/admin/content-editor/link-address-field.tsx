import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useState } from 'react';
import { readLinkAddress } from '#shared/content/link-address.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { type FoundPost, useFoundPosts } from '../post-finder.ts';

interface LinkAddressFieldProps {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** Called when one of the owner's posts is chosen. */
  onPost: (post: FoundPost) => void;
  /** Called with the keys that the field does not use itself. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The field for the address of a link. Words that are not an address are searched in the owner's posts, which are
 * offered below the field.
 */
export function LinkAddressField({ field, value, error, onChange, onPost, onKeyDown }: LinkAddressFieldProps) {
  const listId = useId();
  const [active, setActive] = useState(-1);
  const [isOpen, setIsOpen] = useState(false);
  const posts = useFoundPosts(useDeferredValue(wordsOf(value)));
  const shown = isOpen && wordsOf(value) !== '' && posts.length > 0;

  const choose = (post: FoundPost) => {
    setIsOpen(false);
    setActive(-1);
    onPost(post);
  };
  const onKey = (event: KeyboardEvent) => {
    const chosen = shown ? posts[active] : undefined;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && posts.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(shown && active >= 0 ? (active + step + posts.length) % posts.length : step > 0 ? 0 : posts.length - 1);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      setIsOpen(false);
      setActive(-1);
    } else onKeyDown(event);
  };

  return (
    <Field label="URL" error={error} className="relative">
      {(control) => (
        <>
          <TextInput
            {...control}
            ref={field}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={listId}
            aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            placeholder="https://, or words of a post"
            value={value}
            onChange={(event) => {
              setActive(-1);
              setIsOpen(true);
              onChange(event.target.value);
            }}
            onKeyDown={onKey}
            onBlur={() => setIsOpen(false)}
          />
          <OfferedPosts {...{ id: listId, posts, active, isShown: shown }} onChoose={choose} />
          <span role="status" className="sr-only">
            {shown && (posts.length === 1 ? 'One post is offered.' : `${posts.length} posts are offered.`)}
          </span>
        </>
      )}
    </Field>
  );
}

interface OfferedPostsProps {
  id: string;
  posts: readonly FoundPost[];
  /** The index of the post that Enter chooses; -1 for none. */
  active: number;
  isShown: boolean;
  onChoose: (post: FoundPost) => void;
}

function OfferedPosts({ id, posts, active, isShown, onChoose }: OfferedPostsProps) {
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Posts"
      hidden={!isShown}
      className="absolute inset-x-0 z-20 mt-1 max-h-72 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-1 shadow-xl"
    >
      {posts.map((post, index) => (
        <div
          key={post.id}
          ref={index === active ? inSight : undefined}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="flex min-h-10 cursor-default items-center justify-between gap-3 rounded-sm px-2.5 py-1.5 text-sm aria-selected:bg-sunken pointer-coarse:min-h-11 pointer-fine:hover:bg-sunken"
          onMouseDown={(event) => {
            // The field keeps the focus.
            event.preventDefault();
            onChoose(post);
          }}
        >
          <span className="min-w-0 wrap-anywhere">{post.title}</span>
          {post.status !== 'Published' && <Badge>{post.status}</Badge>}
        </div>
      ))}
    </div>
  );
}

/** Scrolls to the option that the arrow keys have reached. */
function inSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/** Returns the typed words if they are not an address and would not be one with a scheme either; else nothing. */
function wordsOf(typed: string): string {
  const words = typed.trim();
  const address = readLinkAddress(words);
  return address.kind === 'refused' && address.scheme === null && !/^(?:https?:|\/)/i.test(words) ? words : '';
}
