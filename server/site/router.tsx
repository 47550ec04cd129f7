import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { isPlainClick } from './browser/enhancer/plain-click.ts';
import { pageUrl } from './routes.ts';

// The reader's location in the site, and the ways to navigate. It has what our pages need of a router, in a tenth of
// the bytes of the admin's router, because readers load it.

export interface Location {
  pathname: string;
  /** "" or "?…". */
  search: string;
  /** "" or "#…". */
  hash: string;
  /** A unique key for each entry of the browser's history that was made here. */
  key: string;
  /** The state that was given to `navigate`. */
  state: unknown;
}

/** How the reader arrived: by a link or form of ours (`push`), or by opening the page, Back or Forward (`pop`). */
export type Arrival = 'push' | 'pop';

type Navigate = (to: string, options?: { state?: object }) => void;

interface Place {
  location: Location;
  arrival: Arrival;
}

interface Router extends Place {
  navigate: Navigate;
}

const RouterContext = createContext<Router | null>(null);

function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('There is no router around this');
  return router;
}

export function useLocation(): Location {
  return useRouter().location;
}

export function useArrival(): Arrival {
  return useRouter().arrival;
}

/**
 * Returns the function that shows another screen. It takes the address, from "/" on, and the state that Back should
 * find in `location.state`.
 */
export function useNavigate(): Navigate {
  return useRouter().navigate;
}

/** The router of a page that is rendered on the server: it never navigates. `location` is a path with its query. */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const { pathname, search, hash } = new URL(location, 'http://site.invalid');
  const router: Router = {
    location: { pathname, search, hash, key: FIRST_KEY, state: null },
    arrival: 'pop',
    navigate: () => {},
  };
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** The key of a history entry that this router did not make: the page as it was opened. */
const FIRST_KEY = 'default';

interface BrowserRouterProps {
  /** Carries out the change that shows the screen at `url` (path and query), for example with a fade. */
  show: (url: string, change: () => void) => void;
  /**
   * When the page is a published file: the address by which it is known, whatever address it was opened at. Other pages
   * are files too, and are opened as documents. Absent where a server answers.
   */
  published?: { url: string; isSearch: boolean } | undefined;
  children: ReactNode;
}

/** The router of a reader's browser. */
export function BrowserRouter({ show, published, children }: BrowserRouterProps) {
  const [place, setPlace] = useState<Place>(() => ({ location: locationOf(published?.url), arrival: 'pop' }));
  // Only a search has its query in the address of a file. React hydrates with the file's own address first.
  const fixed = published?.isSearch ? undefined : published?.url;

  useEffect(() => {
    if (published?.isSearch && window.location.search !== '') setPlace({ location: locationOf(fixed), arrival: 'pop' });
    const pop = ({ hasUAVisualTransition }: PopStateEvent) => {
      const location = locationOf(fixed);
      const change = () => setPlace({ location, arrival: 'pop' });
      // After a swipe the browser may already have animated the old screen away.
      if (hasUAVisualTransition) change();
      else show(urlOf(location), change);
    };
    addEventListener('popstate', pop);
    return () => removeEventListener('popstate', pop);
  }, [show, published, fixed]);

  const router = useMemo(() => {
    const navigate: Navigate = (to, { state = null }: { state?: object | null } = {}) => {
      if (published) {
        window.location.assign(to);
        return;
      }
      const entry = { usr: state, key: Math.random().toString(36).slice(2, 10) };
      const { href } = window.location;
      const isHere = new URL(to, href).href === href;
      history[isHere ? 'replaceState' : 'pushState'](entry, '', to);
      const location = readLocation();
      show(urlOf(location), () => setPlace({ location, arrival: 'push' }));
    };
    return { ...place, navigate };
  }, [place, show, published]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

function urlOf({ pathname, search }: Location): string {
  return pageUrl(pathname, search);
}

/** Returns the browser's location; with `url` (path and query) at that address, whatever the browser's address is. */
function locationOf(url: string | undefined): Location {
  const location = readLocation();
  if (url === undefined) return location;
  const { pathname, search } = new URL(url, 'http://site.invalid');
  return { ...location, pathname, search };
}

function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = FIRST_KEY } = (history.state ?? {}) as { usr?: unknown; key?: string };
  return { pathname, search, hash, key, state: usr };
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An address within the site, from "/" on. */
  to: string;
}

/** A link to another screen. A click that asks for a new tab or window is left to the browser. */
export function Link({ to, ...attributes }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...attributes} href={to} onClick={follow} />;
}

/** A link that marks when the reader is at its page or, without `end`, at one below it. */
export function NavLink({ to, end = false, ...attributes }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const isHere = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...attributes} to={to} aria-current={isHere ? 'page' : undefined} />;
}
