import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api-client/api-error.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';

/** The names of cached server data, in hierarchical order: everything under `['posts']` becomes stale at once. */
export const queryKeys = {
  me: ['me'],
  reset: ['reset'],
  posts: ['posts'],
  categories: ['categories'],
  authors: ['authors'],
  tags: ['tags'],
  images: ['images'],
  settings: ['settings'],
  sessions: ['sessions'],
  sessionLife: ['session-life'],
  secondFactors: ['second-factors'],
  noteShortcut: ['note-shortcut'],
  tokens: ['tokens'],
  subscribers: ['subscribers'],
  webhooks: ['webhooks'],
  messages: ['messages'],
  letters: ['letters'],
  letterSettings: ['letter-settings'],
  backups: ['backups'],
  exports: ['exports'],
  edge: ['edge'],
  publication: ['publication'],
  shareLinks: ['share-links'],
  history: ['history'],
  audit: ['audit'],
  redirects: ['redirects'],
  linkFaults: ['link-faults'],
  promptVersions: ['prompt-versions'],
  imports: ['imports'],
  ai: ['ai'],
  batches: ['batches'],
  statistics: ['statistics'],
} as const;

/** In milliseconds: for how long the answer to "who is signed in" and the prompt templates are valid. */
export const FIVE_MINUTES = 5 * 60_000;

/** Error codes of a sign-in in progress: nobody was signed in, and the error signs nobody out. */
const ofSignIn: readonly string[] = [
  'invalid_credentials',
  'second_factor_required',
  'sign_in_expired',
  'wrong_code',
  'passkey_refused',
] satisfies ErrorCode[];

/** Whether a call failed because nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !ofSignIn.includes(error.code ?? '');
}

/** Fetches again what could not be fetched. */
export function refetchFailed(queryClient: QueryClient): Promise<void> {
  return queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}

/** Marks a query that no screen has asked for yet: if it finds that nobody is signed in, the owner is not told. */
export const ASKED_AHEAD = { isAskedAhead: true };

/**
 * Also fetches again a query that becomes stale during its first fetch: its answer may have been given before the
 * change, and the library does not fetch a query again that has no data yet.
 */
class AdminQueryClient extends QueryClient {
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    const isFirst = ({ state }: Query) => state.data === undefined;
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(isFirst);
    await super.invalidateQueries(filters, options);
    await Promise.allSettled(first.map(({ promise }) => promise));
    const exact = { ...filters, exact: true };
    await Promise.all(first.map(({ queryKey }) => super.invalidateQueries({ ...exact, queryKey }, options)));
  }
}

/**
 * Creates the cache of server state (docs/rules.md, "Admin data cache"): nothing is retried, becomes stale by itself or
 * is fetched again on focus. `onSignedOut` is called whenever a call finds that the session is gone; its argument says
 * whether the owner has made the call (a change), or a screen has.
 */
export function createQueryClient(onSignedOut: (caller: 'owner' | 'screen') => void): QueryClient {
  const tell = (caller: 'owner' | 'screen') => (error: unknown) => {
    if (isSignedOut(error)) onSignedOut(caller);
  };
  return new AdminQueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.isAskedAhead !== true) tell('screen')(error);
      },
    }),
    mutationCache: new MutationCache({ onError: tell('owner') }),
    defaultOptions: {
      // Without a network, calls fail at once and say so, instead of waiting for the network.
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
