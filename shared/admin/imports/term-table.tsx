import { useDeferredValue, useState } from 'react';
import type { Category } from '#shared/contract/categories.ts';
import type { PlanTerm, TermChoice } from '#shared/contract/imports.ts';
import { Button } from '#shared/ui/button.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { count } from './import-words.ts';

/** Where each term goes, by kind and slug: the slug of a category, or one of the two values below. */
export type TermTargets = Readonly<Record<string, string>>;
/** The term goes with all other posts. */
export const REST = '';
/** The term gets a new category of its own. */
const MAKE_NEW = '+';

/** The number of rows shown at once; a table with more rows also has a search field. */
const MANY = 12;

const keyOf = ({ kind, slug }: Pick<PlanTerm, 'kind' | 'slug'>) => `${kind}:${slug}`;

/** Returns the choices for the server; terms that go with the rest are left out. */
export function choicesOf(terms: readonly PlanTerm[], targets: TermTargets): TermChoice[] {
  return terms.flatMap(({ kind, slug }) => {
    const target = targets[keyOf({ kind, slug })] ?? REST;
    return target === REST ? [] : [{ kind, slug, to: target === MAKE_NEW ? null : target }];
  });
}

interface TermTableProps {
  terms: readonly PlanTerm[];
  categories: readonly Pick<Category, 'slug' | 'name'>[];
  targets: TermTargets;
  onChange: (targets: TermTargets) => void;
}

/** The choice of the category that each tag and category of the source becomes. Tags remain tags as well. */
export function TermTable({ terms, categories, targets, onChange }: TermTableProps) {
  const [words, setWords] = useState('');
  const [most, setMost] = useState(MANY);
  const sought = useDeferredValue(words.trim().toLowerCase());
  const found = terms.filter(({ name }) => name.toLowerCase().includes(sought));
  const shown = found.slice(0, most);
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h5 className="text-sm font-semibold">
            Categories for {count(terms.length, 'tag or category', 'tags and categories')}
          </h5>
          <p className="text-xs text-muted">
            A post goes by its category first, then by its first tag here. Tags stay tags.
          </p>
        </div>
        {terms.length > MANY && (
          <TextInput
            type="search"
            aria-label="Find a tag or category"
            placeholder="Find a tag or category"
            className="max-w-64"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </div>
      <table className="w-full border-y border-line text-start">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 pe-3 text-start font-semibold">
              There
            </th>
            <th scope="col" className="py-1.5 pe-3 text-end font-semibold">
              Posts
            </th>
            <th scope="col" className="w-1/2 py-1.5 text-start font-semibold">
              Category here
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {shown.map((term) => (
            <tr key={keyOf(term)}>
              <th scope="row" className="py-1.5 pe-3 text-start font-normal wrap-anywhere">
                <span className="font-semibold">{term.name}</span>{' '}
                <span className="text-sm text-muted">{term.kind}</span>
              </th>
              <td className="py-1.5 pe-3 text-end tabular-nums">{term.posts.toLocaleString('en-US')}</td>
              <td className="py-1.5">
                <Select
                  aria-label={`Category for the ${term.kind} ${term.name}`}
                  value={targets[keyOf(term)] ?? REST}
                  onChange={({ target }) => onChange({ ...targets, [keyOf(term)]: target.value })}
                >
                  <option value={REST}>As all other posts</option>
                  <option value={MAKE_NEW}>New category “{term.name}”</option>
                  {categories.map(({ slug, name }) => (
                    <option key={slug} value={slug}>
                      {name}
                    </option>
                  ))}
                </Select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length === 0 && <p className="py-3 text-muted">Nothing is called that.</p>}
      {found.length > shown.length && (
        <Button size="sm" className="mt-2" onClick={() => setMost(most + 50)}>
          Show more ({(found.length - shown.length).toLocaleString('en-US')})
        </Button>
      )}
    </div>
  );
}
