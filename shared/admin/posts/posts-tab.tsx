import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { CalendarScreen } from './calendar/index.ts';
import { PostList } from './list/post-list.tsx';
import type { LeftForm } from './list/return-to-row.ts';
import { useFilterInAddress } from './list/use-filter-in-address.ts';
import { LIST_ADDRESS, postTarget } from './post-address.ts';
import { PostFormScreen } from './post-form/index.ts';

/**
 * The list, the calendar, or the form over either. The address says which, so that a post can be linked to and Back
 * leaves the form. On the return, list and calendar are as they were left, with the focus at the post that was open or
 * has just been made.
 */
export function PostsTab() {
  const { pathname, search, hash } = useLocation();
  const target = postTarget({ search, hash });
  const [filter, setFilter] = useFilterInAddress(target.kind === 'list');
  const scrollTop = useRef(0);
  const closing = useRef<Promise<unknown>>(Promise.resolve());
  const left = useRef<LeftForm | null>(null);
  /** The address to which a closed form leads. */
  const back = useRef(LIST_ADDRESS);
  const isForm = target.kind === 'edit' || target.kind === 'new';
  useEffect(() => {
    if (isForm) left.current = { postId: target.kind === 'edit' ? target.id : null };
    else back.current = target.kind === 'list' ? LIST_ADDRESS : `${pathname}${search}${hash}`;
  });
  if (isForm) return <PostFormScreen {...{ target, closing, left, back }} />;
  if (target.kind === 'calendar') return <CalendarScreen left={left} />;
  return (
    <>
      <PostList filter={filter} onFilter={setFilter} left={left} />
      <KeptScroll scrollTop={scrollTop} />
    </>
  );
}

/** Scrolls to where the list was left, as soon as its height is known again, and remembers each new scroll position. */
function KeptScroll({ scrollTop }: { scrollTop: { current: number } }) {
  useLayoutEffect(() => {
    window.scrollTo(0, scrollTop.current);
    const remember = () => {
      scrollTop.current = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [scrollTop]);
  return null;
}
