import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { groupsOfPosts, htmlOfPosts } from '#server/repositories/posts/posts-html.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { type LinkFault, type listLinkFaults, MOST_FAULTS, type PostLinkFault } from '#shared/contract/links.ts';
import { pathKey } from '#shared/kernel/site-path.ts';
import { type Destination, type Destinations, withPlace } from './destinations.ts';
import { type InternalLink, linksInHtml } from './links-in-html.ts';

/**
 * The number of destinations that are looked up before other requests get their turn: each costs up to three queries.
 */
const IN_ONE_TURN = 25;

interface Site {
  db: Executor;
  /** The site's own origin: "https://blog.example". */
  origin: string;
  destinations: Destinations;
}

/** Finds the links that do not lead where they should; each address is looked up once. */
export function createFaultFinder({ origin, destinations }: Pick<Site, 'origin' | 'destinations'>) {
  const known = new Map<string, { kind: Destination['kind']; to: string | null }>();
  const lookUp = async ({ path }: InternalLink) => {
    const key = pathKey(path);
    const before = known.get(key);
    if (before) return before;
    const { kind } = await destinations.of(path);
    const found = { kind, to: kind === 'redirected' ? await destinations.ledTo(path, origin) : null };
    known.set(key, found);
    if (known.size % IN_ONE_TURN === 0) await nextTurn();
    return found;
  };
  return async (links: readonly InternalLink[]): Promise<LinkFault[]> => {
    const faults: LinkFault[] = [];
    for (const link of links) {
      const { text, address, path } = link;
      const { kind, to } = await lookUp(link);
      if (kind !== 'there') faults.push({ kind, text, address, to: to && withPlace(to, path.hash) });
    }
    return faults;
  };
}

/** Checks all posts outside the bin, in parts, so that other requests get their turn in between. */
export async function findLinkFaults({ db, ...site }: Site): Promise<AnswerOf<typeof listLinkFaults>> {
  const faultsOf = createFaultFinder(site);
  const faults: PostLinkFault[] = [];
  let total = 0;
  let posts = 0;
  for (const ids of await groupsOfPosts(db)) {
    for (const { html, ...row } of await htmlOfPosts(db, ids)) {
      const post = { ...row, published: row.published === 1 };
      // A draft may link to a draft, because both may go live together.
      const found = (await faultsOf(linksInHtml(html, site.origin))).filter(
        ({ kind }) => kind !== 'unpublished' || post.published,
      );
      total += found.length;
      posts += 1;
      faults.push(...found.slice(0, MOST_FAULTS - faults.length).map((fault) => ({ ...fault, post })));
    }
    await nextTurn();
  }
  return { faults, total, posts };
}
