import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { useCategories } from '../../catalog/index.ts';
import { FIND_STATE } from '../post-address.ts';
import { type PostFilter, type StatusFilter, statusFilters } from './post-filter.ts';

interface PostFiltersProps {
  filter: PostFilter;
  onChange: (filter: PostFilter) => void;
}

/** Search, status and category. Each key counts at once: the list is asked for as it is typed. */
export function PostFilters({ filter, onChange }: PostFiltersProps) {
  const categories = useCategories();
  const search = useRef<HTMLInputElement>(null);
  // Each request is an entry of its own in the history.
  const { key, state } = useLocation();
  const isFinding = state?.isFinding === FIND_STATE.isFinding;
  useEffect(() => {
    if (key && isFinding) search.current?.select();
  }, [key, isFinding]);
  return (
    <search className="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(12rem,1fr)_auto_auto]">
      <div className="relative max-sm:col-span-2">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        />
        <TextInput
          ref={search}
          type="search"
          aria-label="Search posts"
          placeholder="Search posts"
          className="ps-9"
          value={filter.search}
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
        />
      </div>
      <Select
        aria-label="Status"
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value as StatusFilter })}
      >
        {statusFilters.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Category"
        className="sm:max-w-60"
        value={filter.category}
        onChange={(event) => onChange({ ...filter, category: event.target.value })}
      >
        <option value="">All categories</option>
        {categories.data?.map(({ id, slug, name }) => (
          <option key={id} value={slug}>
            {name}
          </option>
        ))}
      </Select>
    </search>
  );
}
