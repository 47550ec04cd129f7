import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from '../router.tsx';
import { parsePageUrl, searchPath } from '../routes.ts';
import { SearchChoiceFields, type SearchChoicesProps } from './search-choices.tsx';

interface SearchPageFormProps {
  query: string;
  /** The category and order of the search that is shown; absent where there is none. */
  choices?: SearchChoicesProps;
}

/** The search page's own form: holds the query that is shown, and ignores blank text. */
export function SearchPageForm({ query, choices }: SearchPageFormProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(query);

  // The box follows the address (Back, a search from the header), but text that is being typed stays.
  useEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    if (input.current && input.current.value.trim() !== query) input.current.value = query;
  }, [query]);

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = input.current?.value.trim();
    if (!text) return;
    // Otherwise a phone's keyboard would cover the results.
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) fields.set(name, String(value));
    const { category, order } = parsePageUrl(`/search?${fields}`);
    navigate(searchPath(text, { category, order }));
  }

  return (
    <search>
      <form action="/search" method="get" onSubmit={search} className="max-w-2xl">
        <div className="flex flex-wrap gap-2">
          <label htmlFor="page-search" className="sr-only">
            Search posts
          </label>
          <input
            ref={input}
            id="page-search"
            type="search"
            name="q"
            defaultValue={query}
            placeholder="Search posts..."
            autoComplete="off"
            enterKeyHint="search"
            suppressHydrationWarning
            className="field min-w-[min(100%,9rem)] flex-1 text-lg"
          />
          <button type="submit" className="button">
            Search
          </button>
        </div>
        {choices && <SearchChoiceFields {...choices} />}
      </form>
    </search>
  );
}
