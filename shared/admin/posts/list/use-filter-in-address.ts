import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { addressQuery, filterOf, type PostFilter } from './post-filter.ts';

/**
 * Browsers refuse an address that changes with each key, so the address follows this many milliseconds after the last
 * key.
 */
const DELAY = 300;

/**
 * Keeps the filter of the list in its address, so that a reload, a bookmark and the return from a post lead to the same
 * list. An address without a filter leaves the list as it was. `isShown`: the address is that of the list, not of a
 * form.
 */
export function useFilterInAddress(isShown: boolean): [PostFilter, (filter: PostFilter) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const [filter, setFilter] = useState(() => filterOf(location.search));
  const followed = useRef(location.search);
  useEffect(() => {
    if (!isShown || followed.current === location.search) return;
    followed.current = location.search;
    if (addressQuery(filterOf(location.search)) !== '') setFilter(filterOf(location.search));
  }, [isShown, location.search]);
  useEffect(() => {
    const query = addressQuery(filter);
    if (!isShown || query === addressQuery(filterOf(location.search))) return;
    const { href } = window.location;
    const timer = setTimeout(() => {
      // The owner may have gone to a form that is not drawn yet: its address stays.
      if (window.location.href !== href) return;
      followed.current = query;
      // The search field must not get the focus again.
      navigate({ search: query }, { replace: true, state: { ...location.state, isFinding: undefined } });
    }, DELAY);
    return () => clearTimeout(timer);
  }, [filter, isShown, location, navigate]);
  return [filter, setFilter];
}
