import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { PostList } from './list/post-list.tsx';
import type { LeftForm } from './list/return-to-row.ts';
import { useFilterInAddress } from './list/use-filter-in-address.ts';
import { postTarget } from './post-address.ts';
import { PostFormScreen } from './post-form/index.ts';

/**
 * The list, or the form over it; the address says which, so that a post can be linked to and Back leads out of it.
 * Coming back, the list is as it was left, with the focus at the post that was open, or has just been made.
 */
export function PostsTab() {
  const target = postTarget(useLocation());
  const [filter, setFilter] = useFilterInAddress(target.kind === 'list');
  const scrollTop = useRef(0);
  const closing = useRef<Promise<unknown>>(Promise.resolve());
  const left = useRef<LeftForm | null>(null);
  useEffect(() => {
    if (target.kind !== 'list') left.current = { postId: target.kind === 'edit' ? target.id : null };
  });
  if (target.kind !== 'list') return <PostFormScreen target={target} closing={closing} left={left} />;
  return (
    <>
      <PostList filter={filter} onFilter={setFilter} left={left} />
      <KeptScroll scrollTop={scrollTop} />
    </>
  );
}

/** Scrolls to where the list was left, once its height is known again, and remembers where it is left next. */
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
