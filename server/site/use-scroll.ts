import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useArrival } from './router.tsx';

/** The state of a navigation that keeps the scroll position (filters). */
export interface NavigationState {
  keepScroll?: boolean;
}

/**
 * Scrolls as the browser would between documents: to the top of a new page, to the former position on Back, to the
 * element that a #fragment names. The focus moves to the new screen, so that keyboard and screen reader start there.
 */
export function useScroll(location: Location): void {
  const arrival = useArrival();
  const shown = useRef(location);
  const positions = useRef(new Map<string, number>());

  useEffect(() => {
    const remember = () => positions.current.set(placeOf(shown.current), window.scrollY);
    // This code restores the position while the document lives; the browser does it after a reload.
    const give = () => {
      history.scrollRestoration = 'auto';
    };
    const take = () => {
      history.scrollRestoration = 'manual';
    };
    take();
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', give);
    window.addEventListener('pageshow', take);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', give);
      window.removeEventListener('pageshow', take);
    };
  }, []);

  useLayoutEffect(() => {
    const left = shown.current;
    if (left === location) return;
    shown.current = location;
    const isSamePage = left.pathname === location.pathname && left.search === location.search;
    const known = positions.current.get(placeOf(location));
    if (left.pathname !== location.pathname) document.getElementById('content')?.focus({ preventScroll: true });
    if (arrival === 'pop') {
      if (known !== undefined) scrollTo(known);
      else if (!isSamePage) scrollTo(0);
      return;
    }
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) target.scrollIntoView();
    else if (!(location.state as NavigationState | null)?.keepScroll) scrollTo(0);
  }, [location, arrival]);
}

function placeOf({ key, pathname, search, hash }: Location): string {
  return `${key} ${pathname}${search}${hash}`;
}

function scrollTo(top: number): void {
  window.scrollTo({ top, behavior: 'instant' });
}
