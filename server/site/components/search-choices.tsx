import { type ChangeEvent, useEffect, useRef } from 'react';
import type { CategoryLook, SearchChoices } from '../site-data.ts';

const ORDERS: { order: SearchChoices['order']; label: string }[] = [
  { order: 'relevance', label: 'Best match' },
  { order: 'newest', label: 'Newest first' },
  { order: 'oldest', label: 'Oldest first' },
];

export interface SearchChoicesProps {
  chosen: SearchChoices;
  /** The categories that hold posts. */
  categories: readonly CategoryLook[];
}

/**
 * The choices of a search: its category and its order. A choice is sent at once; without JavaScript by the form's
 * button.
 */
export function SearchChoiceFields({ chosen: { category, order }, categories }: SearchChoicesProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const isThere = useRef(false);

  // The lists follow the address (Back). Their options may arrive later than the lists themselves.
  useEffect(() => {
    // A choice made before React has loaded stays.
    if (!isThere.current) {
      isThere.current = true;
      return;
    }
    const [ofCategory, ofOrder] = fields.current?.querySelectorAll('select') ?? [];
    if (ofCategory && categories.some(({ slug }) => slug === category)) ofCategory.value = category ?? '';
    else if (ofCategory) ofCategory.value = '';
    if (ofOrder) ofOrder.value = order;
  }, [category, order, categories]);

  const send = ({ target }: ChangeEvent<HTMLSelectElement>) => target.form?.requestSubmit();
  return (
    <fieldset ref={fields} className="choices">
      <legend className="sr-only">Narrow and order the results</legend>
      <label>
        Category
        <select name="category" defaultValue={category ?? ''} onChange={send} className="field">
          <option value="">All</option>
          {categories.map(({ id, slug, name }) => (
            <option key={id} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Order
        <select name="order" defaultValue={order} onChange={send} className="field">
          {ORDERS.map((each) => (
            <option key={each.order} value={each.order}>
              {each.label}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}
