import type { FormEvent } from 'react';
import { useNavigate } from '../router.tsx';
import { searchPath } from '../routes.ts';
import { Icon } from './icon.tsx';

interface SearchFormProps {
  /** The id of the input, unique in the page. */
  id: string;
  className?: string;
}

/**
 * The search box of header and side menu: blank text is ignored, and a search clears the box. Without JavaScript it is
 * a GET form.
 */
export function SearchForm({ id, className = '' }: SearchFormProps) {
  const navigate = useNavigate();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (!query) return;
    event.currentTarget.reset();
    navigate(searchPath(query));
  }

  return (
    <search className={className}>
      <form action="/search" method="get" onSubmit={search} className="search-box">
        <label htmlFor={id} className="sr-only">
          Search posts
        </label>
        <button type="submit" className="search-box-button">
          <Icon name="search" />
          <span className="sr-only">Find posts</span>
        </button>
        <input
          className="search-box-input"
          id={id}
          type="search"
          name="q"
          placeholder="Search posts..."
          autoComplete="off"
          enterKeyHint="search"
          suppressHydrationWarning
        />
      </form>
    </search>
  );
}
