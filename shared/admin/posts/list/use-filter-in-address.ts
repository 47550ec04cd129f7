import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { addressQuery, filterOf, type PostFilter } from './post-filter.ts';

/** Browsers refuse an address that is changed with each key; this many milliseconds after the last one it follows. */
const DELAY = 300;

/**
 * What the list shows, kept in its address: a reload, a bookmark and the way back from a post lead to the same list. An
 * address that says nothing leaves the list as it was. `isShown`: the address is that of the list, not of a form.
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
      // The owner may have gone on to a form that is not drawn yet: that address stays.
      if (window.location.href !== href) return;
      followed.current = query;
      // The search field is not to be gone to anew.
      navigate({ search: query }, { replace: true, state: { ...location.state, isFinding: undefined } });
    }, DELAY);
    return () => clearTimeout(timer);
  }, [filter, isShown, location, navigate]);
  return [filter, setFilter];
}
