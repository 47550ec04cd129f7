import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { useAuthors, useCategories, useTags } from '../../catalog/index.ts';
import { FIND_STATE } from '../post-address.ts';
import { type PostFilter, sortOptions, statusOptions } from './post-filter.ts';

interface PostFiltersProps {
  filter: PostFilter;
  onChange: (filter: PostFilter) => void;
}

/**
 * The fields for words, filters and the order. Each key takes effect at once: the list is fetched while the owner
 * types.
 */
export function PostFilters({ filter, onChange }: PostFiltersProps) {
  const categories = useCategories();
  const authors = useAuthors();
  const tags = useTags();
  const search = useRef<HTMLInputElement>(null);
  // Each request to search has an entry, and so a key, of its own in the history.
  const { key, state } = useLocation();
  const isFinding = state?.isFinding === FIND_STATE.isFinding;
  useEffect(() => {
    if (key && isFinding) search.current?.select();
  }, [key, isFinding]);
  return (
    <search className="grid grid-cols-2 gap-2 sm:max-lg:grid-cols-3 lg:grid-cols-[minmax(12rem,1fr)_repeat(5,auto)]">
      <div className="relative max-sm:col-span-2 sm:max-lg:col-span-3">
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
      <Choice label="Status" name="status" options={statusOptions} {...{ filter, onChange }} />
      <Choice
        label="Category"
        name="category"
        options={named('All categories', categories.data)}
        {...{ filter, onChange }}
      />
      <Choice label="Author" name="author" options={named('All authors', authors.data)} {...{ filter, onChange }} />
      <Choice label="Tag" name="tag" options={named('All tags', tags.data)} {...{ filter, onChange }} />
      <Choice label="Order" name="sort" options={sortOptions(filter.search.trim() !== '')} {...{ filter, onChange }} />
    </search>
  );
}

interface Option {
  value: string;
  label: string;
}

/** Returns the options of a choice: all, and each item by its slug. */
function named(all: string, things: readonly { slug: string; name: string }[] = []): Option[] {
  return [{ value: '', label: all }, ...things.map(({ slug, name }) => ({ value: slug, label: name }))];
}

interface ChoiceProps extends PostFiltersProps {
  label: string;
  name: keyof PostFilter;
  options: readonly Option[];
}

function Choice({ label, name, options, filter, onChange }: ChoiceProps) {
  const value = filter[name];
  return (
    <Select
      aria-label={label}
      className="truncate lg:max-w-48"
      value={value}
      onChange={(event) => onChange({ ...filter, [name]: event.target.value })}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {/* The value in the address, while its name is being fetched, and when there is no such item. */}
      {options.every((option) => option.value !== value) && <option value={value}>{value}</option>}
    </Select>
  );
}
