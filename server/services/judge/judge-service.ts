import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { htmlOfPosts } from '#server/repositories/posts/post-links.ts';
import { type Found, inOrder, type JudgedPost } from '#shared/content/judge/finding.ts';
import { judgeText } from '#shared/content/judge/judge.ts';
import { type JudgedText, readJudgedText } from '#shared/content/judge/judged-text.ts';
import { createCopyFinder } from '#shared/content/judge/near-copies.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import type { judgePost } from '#shared/contract/judge.ts';
import { readablePath } from '#shared/kernel/site-path.ts';
import type { LinkService } from '../links/link-service.ts';
import type { PostAdminService } from '../posts-admin.ts';
import type { SearchService } from '../search.ts';
import { paragraphsOfHtml } from './paragraphs-of-html.ts';

export interface JudgeService {
  /**
   * What to look at before a post is published; `id` 0 is one that is not stored yet. Throws AppError `post_not_found`,
   * `content_too_complex`.
   */
  judge(id: number, given: BodyOf<typeof judgePost>): Promise<AnswerOf<typeof judgePost>>;
}

interface JudgeOptions {
  db: Executor;
  links: Pick<LinkService, 'check'>;
  search: Pick<SearchService, 'alike'>;
  posts: Pick<PostAdminService, 'get'>;
}

/** Posts that share the most telling words with a text, or with one of its longest paragraphs, are compared with it. */
const COMPARED = { paragraphs: 6, posts: 40, paragraphCharacters: 4000 } as const;

/** The judge before publishing (docs/rules.md, "Before publishing"). */
export function createJudgeService({ db, links, search, posts }: JudgeOptions): JudgeService {
  const linkFaults = async (id: number, { title, content: text }: JudgedPost): Promise<Found[]> => {
    const { faults } = await links.check({ title, content: text, ...(id > 0 && { id }) });
    return faults.flatMap(({ kind, text: words, address }): Found[] => {
      if (kind === 'redirected') return [];
      const named = words === '' ? readablePath(address) : `“${words}” (${readablePath(address)})`;
      const start = text.indexOf(address);
      const place = start < 0 ? null : { start, end: start + address.length };
      return kind === 'missing'
        ? [{ check: 'dead-link', says: `${named} leads to nothing.`, place }]
        : [{ check: 'unseen-link', says: `${named} leads to something that readers do not see yet.`, place }];
    });
  };
  const nearCopies = async (id: number, { title, content: markdown }: JudgedPost, text: JudgedText) => {
    const longest = text.blocks
      .filter(({ kind }) => kind === 'paragraph')
      .toSorted((a, b) => b.text.length - a.text.length)
      .slice(0, COMPARED.paragraphs);
    const ids = new Set(await search.alike(title, markdown));
    for (const block of longest) {
      for (const found of await search.alike('', block.text.slice(0, COMPARED.paragraphCharacters))) ids.add(found);
    }
    ids.delete(id);
    const copiesIn = createCopyFinder(text);
    const found: Found[] = [];
    // One by one, so that a long post does not keep others waiting.
    for (const other of [...ids].slice(0, COMPARED.posts)) {
      const [post] = await htmlOfPosts(db, [other]);
      if (post) found.push(...copiesIn({ title: post.title, paragraphs: paragraphsOfHtml(post.html) }));
      await nextTurn();
    }
    return found;
  };
  return {
    async judge(id, given) {
      const stored = id === 0 ? null : await posts.get(id);
      const post: JudgedPost = {
        title: given.title ?? stored?.title ?? '',
        excerpt: given.excerpt ?? stored?.excerpt ?? '',
        metaDescription: given.metaDescription ?? stored?.metaDescription ?? '',
        featuredImage: given.featuredImage ?? stored?.featuredImage ?? '',
        content: given.content ?? stored?.content ?? '',
      };
      // Renders the text in a thread: what is too complex is refused there, before it is read here.
      const faults = await linkFaults(id, post);
      const text = readJudgedText(post.content);
      const found = judgeText(post, text, { forbiddenClaims: [], avoidedWords: [] });
      await nextTurn();
      return { findings: inOrder([...found, ...faults, ...(await nearCopies(id, post, text))]) };
    },
  };
}
