import type { Executor } from '#server/db/transaction.ts';
import { summariesByIds } from '#server/repositories/posts/post-rows.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import type { RelatedPost } from '#shared/contract/judge.ts';
import type { LinkFault, leadLinkOn as leadOnEndpoint, listLinkFaults } from '#shared/contract/links.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ContentService } from '../content.ts';
import type { PostAdminService } from '../posts/posts-admin.ts';
import type { SearchService } from '../search.ts';
import type { Destinations } from './destinations.ts';
import { leadLinkOn } from './lead-link-on.ts';
import { createFaultFinder, findLinkFaults } from './link-faults.ts';
import { type InternalLink, linksInHtml } from './links-in-html.ts';

/** A text that is being written. */
interface WrittenText {
  /** The id of the post, if it is stored: a post is not proposed to itself. */
  id?: number;
  title: string;
  /** Markdown. */
  content: string;
  /** The largest number of proposed posts; three when absent. */
  proposed?: number;
}

export interface LinkService {
  /** The internal links of all posts outside the bin that do not lead where they should. */
  faults(): Promise<AnswerOf<typeof listLinkFaults>>;
  /**
   * The same faults of a text that is being written, and the posts to which it could link. Throws AppError
   * `content_too_complex`.
   */
  check(text: WrittenText): Promise<{ faults: LinkFault[]; related: RelatedPost[] }>;
  /**
   * Replaces a redirected link in a post by its target. Throws AppError `post_not_found`, `post_conflict`, `not_found`.
   */
  leadOn(link: BodyOf<typeof leadOnEndpoint>): Promise<AnswerOf<typeof leadOnEndpoint>>;
}

interface LinkOptions {
  db: Executor;
  clock: Clock;
  /** The site's own origin: "https://blog.example". */
  origin: string;
  destinations: Destinations;
  content: Pick<ContentService, 'render'>;
  search: Pick<SearchService, 'alike'>;
  posts: Pick<PostAdminService, 'get' | 'update'>;
}

/** The number of older posts that are proposed. */
const PROPOSED = 3;

/** The links among the posts of the site (docs/rules.md, "Links within the site"). */
export function createLinkService(options: LinkOptions): LinkService {
  const { db, clock, origin, content, search } = options;
  let underWay: ReturnType<LinkService['faults']> | null = null;

  const relatedTo = async (
    { id: own, title, proposed = PROPOSED }: WrittenText,
    words: string,
    links: readonly InternalLink[],
  ): Promise<RelatedPost[]> => {
    const linked = new Set(links.map(({ path }) => path.pathname));
    const ids = (await search.alike(title, words)).filter((id) => id !== own);
    const found = await summariesByIds(db, ids, { kind: 'live', now: clock.now() });
    return found
      .filter(({ slug }) => !linked.has(`/post/${encodeURIComponent(slug)}`))
      .slice(0, proposed)
      .map(({ id, slug, title, publishedAt }) => ({ id, slug, title, publishedAt }));
  };

  return {
    faults() {
      // Requests that come while the posts are being checked get the same answer.
      underWay ??= findLinkFaults(options).finally(() => {
        underWay = null;
      });
      return underWay;
    },
    async check(text) {
      const { html, text: words } = await content.render(text.content);
      const links = linksInHtml(html, origin);
      return { faults: await createFaultFinder(options)(links), related: await relatedTo(text, words, links) };
    },
    leadOn: (link) => leadLinkOn(options, link),
  };
}
