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

// Where the reader is in the site, and the ways on. What a page of ours needs of a router, in a tenth of the bytes of the
// admin's: readers load it.

export interface Location {
  pathname: string;
  /** "" or "?…". */
  search: string;
  /** "" or "#…". */
  hash: string;
  /** Of its own for each entry of the browser's history that was made here. */
  key: string;
  /** What was given to `navigate`. */
  state: unknown;
}

/** Whether the reader came by a link or form of ours, or by opening the page, Back and Forward. */
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

/** A function that shows another screen: its address, from "/" on, and what Back should find in `location.state`. */
export function useNavigate(): Navigate {
  return useRouter().navigate;
}

/** The router of a page that is rendered on the server: it stays where it is. `location` is a path with its query. */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const { pathname, search, hash } = new URL(location, 'http://site.invalid');
  const router: Router = {
    location: { pathname, search, hash, key: FIRST_KEY, state: null },
    arrival: 'pop',
    navigate: () => {},
  };
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** The key of what was not shown by us: the page as it was opened. */
const FIRST_KEY = 'default';

interface BrowserRouterProps {
  /** Does the change that shows the screen at `url` (path and query), in whatever way. */
  show: (url: string, change: () => void) => void;
  /**
   * Where the page is a published file: the address it goes by, under whatever address it was found. Others are files too,
   * and are opened as such. Absent where a server answers.
   */
  published?: { url: string; isSearch: boolean } | undefined;
  children: ReactNode;
}

/** The router of a reader's browser. */
export function BrowserRouter({ show, published, children }: BrowserRouterProps) {
  const [place, setPlace] = useState<Place>(() => ({ location: locationOf(published?.url), arrival: 'pop' }));
  // A search is the one thing that is asked in the address of a file; React compares with the file first.
  const fixed = published?.isSearch ? undefined : published?.url;

  useEffect(() => {
    if (published?.isSearch && window.location.search !== '') setPlace({ location: locationOf(fixed), arrival: 'pop' });
    const pop = ({ hasUAVisualTransition }: PopStateEvent) => {
      const location = locationOf(fixed);
      const change = () => setPlace({ location, arrival: 'pop' });
      // The browser may have moved the old screen away already, after a swipe.
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

/** Where the browser is; with `url` (path and query) at that address, whatever the browser calls it. */
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
  /** Address within the site, from "/" on. */
  to: string;
}

/** A link to another screen. A click that asks for a tab or window of its own is the browser's. */
export function Link({ to, ...attributes }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...attributes} href={to} onClick={follow} />;
}

/** A link that says when the reader is there: on its page or, without `end`, on one below it. */
export function NavLink({ to, end = false, ...attributes }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const isHere = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...attributes} to={to} aria-current={isHere ? 'page' : undefined} />;
}
