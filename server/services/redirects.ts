import { atomically, type Executor } from '#server/db/transaction.ts';
import { UPLOADS } from '#server/repositories/image-addresses.ts';
import type { Page } from '#server/repositories/paging.ts';
import {
  countPathRedirects,
  deletePathRedirect,
  findPathRedirect,
  forgetSlug,
  insertPathRedirect,
  listRedirects,
  type RedirectToStore,
  redirectsTo,
  updatePathRedirect,
} from '#server/repositories/path-redirects.ts';
import type { AnswerOf, QueryOf } from '#shared/contract/endpoint.ts';
import {
  type createRedirect,
  type listRedirects as listEndpoint,
  MOST_REDIRECTS,
  type Redirect,
  type RedirectFields,
} from '#shared/contract/redirects.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { pathKey, readablePath, readSitePath, type SitePath } from '#shared/kernel/site-path.ts';
import type { Events } from './events/site-events.ts';
import type { Destinations } from './links/destinations.ts';
import { readRedirectTarget } from './redirect-target.ts';

type SavedRedirect = AnswerOf<typeof createRedirect>;

/** The target to which a reader is redirected. */
export interface Led {
  /** A path of the site, or a whole address. */
  to: string;
  status: 301 | 302;
}

export interface RedirectService {
  /** All redirects, as the owner sees them. */
  list(asked: QueryOf<typeof listEndpoint>): Promise<Page<Redirect> & { nextPage: number | null }>;
  /** Throws AppError `invalid_input` with a message for the owner. */
  create(fields: RedirectFields): Promise<SavedRedirect>;
  /** Throws AppError `not_found`, `invalid_input`. */
  update(id: number, fields: RedirectFields): Promise<SavedRedirect>;
  /** Ends a redirect of any kind. Throws AppError `not_found`. */
  remove(path: string): Promise<void>;
  /** The redirect for an address that has a query, even when there is a page at its path; null for none. */
  followExactly(path: SitePath): Promise<Led | null>;
  /**
   * The redirect for an address without a page: the one for the address with its query, otherwise the one for its path,
   * which keeps the query, otherwise the target of the address from which another program made this one (another size
   * of a picture, a further page of a list).
   */
  follow(path: SitePath): Promise<Led | null>;
}

interface RedirectOptions {
  db: Executor;
  clock: Clock;
  /** The site's own origin: "https://blog.example". */
  origin: string;
  destinations: Destinations;
  tell: Events['tell'];
}

/** The number of rows on a page when the request names none. */
const PAGE = 50;

const refused = (path: 'path' | 'target', message: string) =>
  new AppError('invalid_input', { message, issues: [{ path, message }] });

/** Reads the typed fields and checks them against the site, before the transaction that stores them. */
function createReader({ db, origin, destinations }: Omit<RedirectOptions, 'clock' | 'tell'>) {
  const readTarget = (typed: string): string => {
    const target = readRedirectTarget(typed, origin);
    if (target !== null) return target;
    throw refused(
      'target',
      'It can lead to a path of this site, which begins with one slash, or to an http(s) address.',
    );
  };
  const refuseTaken = async (from: SitePath, id: number | null) => {
    if (from.pathname.startsWith(UPLOADS)) {
      throw refused('path', 'Pictures are served under /uploads/. One that was replaced leads on by itself.');
    }
    const there = await destinations.of(from);
    if (there.kind === 'there' || there.kind === 'unpublished') {
      throw refused('path', `${there.says} A redirect from there would never be followed.`);
    }
    if (there.kind === 'redirected' && !there.isOwn) {
      throw refused('path', `This address leads to ${readablePath(there.to)} already, which it was renamed to.`);
    }
    const known = await findPathRedirect(db, [pathKey(from)]);
    if (known && known.id !== id) {
      throw refused('path', `There is a redirect from this address already, to ${readablePath(known.target)}.`);
    }
  };
  return async (fields: RedirectFields, id: number | null): Promise<{ from: SitePath; target: string }> => {
    const from = readSitePath(fields.path, origin);
    if (!from) throw refused('path', 'An address of this site begins with one slash, such as /2019/05/old-post.html.');
    await refuseTaken(from, id);
    const target = await destinations.endOf(readTarget(fields.target), origin);
    if (catches(from, readSitePath(target, origin))) throw circle(from);
    return { from, target };
  };
}

/** The redirects that the owner has set for addresses without a page (docs/rules.md, "Redirects"). */
export function createRedirectService({ db, clock, origin, destinations, tell }: RedirectOptions): RedirectService {
  const read = createReader({ db, origin, destinations });
  const store = async (fields: RedirectFields, from: SitePath, target: string, id: number | null) => {
    const saved = await atomically(db, async (trx): Promise<SavedRedirect> => {
      const now = clock.now();
      const path = pathKey(from);
      const row: RedirectToStore = { path, status: fields.status, now, ...leadingTo(target) };
      const known = await findPathRedirect(trx, [path]);
      if (known && known.id !== id) throw refused('path', 'There is a redirect from this address already.');
      if (id === null && (await countPathRedirects(trx)) >= MOST_REDIRECTS) {
        throw refused('path', 'There are 10,000 redirects, which is as many as there can be. Delete some first.');
      }
      const saved = id ?? (await insertPathRedirect(trx, row));
      if (id !== null) await updatePathRedirect(trx, id, row);
      const before = (await redirectsTo(trx, from.pathname)).filter(
        (other) => other.id !== saved && catches(from, readSitePath(other.target)),
      );
      for (const { id: other, ...rest } of before) {
        await updatePathRedirect(trx, other, { ...rest, now, ...leadingTo(target) });
      }
      return { id: saved, kind: 'own', path, target, status: fields.status, others: before.length };
    });
    tell({ type: 'site-changed', what: 'redirects' });
    return saved;
  };
  const leadingTo = (target: string) => ({ target, targetPath: readSitePath(target)?.pathname ?? null });

  return {
    async list({ q, limit = PAGE, page = 1 }) {
      const found = await listRedirects(db, { q: q && asStored(q, origin), limit, page });
      return { ...found, nextPage: page * limit < found.total ? page + 1 : null };
    },
    async create(fields) {
      const { from, target } = await read(fields, null);
      return store(fields, from, target, null);
    },
    async update(id, fields) {
      const { from, target } = await read(fields, id);
      return store(fields, from, target, id);
    },
    async remove(path) {
      const [, kind, slug] = /^\/(post|tag|author)\/([^/?]+)$/.exec(path) ?? [];
      if (slug === undefined || (await findPathRedirect(db, [path]))) await deletePathRedirect(db, path);
      else await forgetSlug(db, kind as 'post' | 'tag' | 'author', decodeURIComponent(slug));
      tell({ type: 'site-changed', what: 'redirects' });
    },
    async followExactly(path) {
      const found = path.search === '' ? null : await findPathRedirect(db, [pathKey(path)]);
      return found && { to: found.target, status: found.status };
    },
    async follow(path) {
      const found = await findPathRedirect(db, [pathKey(path), path.pathname]);
      if (!found) {
        const to = await destinations.madeOf(path);
        return to === null ? null : { to: await destinations.endOf(to, origin), status: 301 };
      }
      const isExact = found.path === pathKey(path);
      // If the target was renamed after the redirect was made, the reader goes directly to its new address.
      const end = await destinations.endOf(found.target, origin);
      return { to: isExact ? end : withQuery(end, path.search), status: found.status };
    },
  };
}

/** Whether a redirect from `from` would apply to a request for `path`. */
function catches(from: SitePath, path: SitePath | null): boolean {
  return path?.pathname === from.pathname && (from.search === '' || from.search === path.search);
}

function circle(from: SitePath): AppError {
  return refused('target', `This leads back to ${readablePath(pathKey(from))}: readers would go round in a circle.`);
}

/** A search text that is an address is searched in its stored form: "/café" as "/caf%C3%A9". */
function asStored(q: string, origin: string): string {
  const path = readSitePath(q, origin);
  return path ? pathKey(path) : q;
}

/** Adds a query to an address that has no query of its own. */
function withQuery(target: string, search: string): string {
  if (search === '' || target.includes('?')) return target;
  const [path = '', ...place] = target.split('#');
  return [path + search, ...place].join('#');
}
