import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { knownNames } from '#server/repositories/images.ts';
import { htmlOfPosts } from '#server/repositories/posts/posts-html.ts';
import type { JudgeAnswer, JudgeRequest } from '#server/workers/judge-text.ts';
import { createWorkerClient } from '#server/workers/worker-client.ts';
import { type Found, inOrder, type JudgeCheck, type JudgedPost } from '#shared/content/judge/finding.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import type { judgePost } from '#shared/contract/judge.ts';
import { linkFaultWords } from '#shared/contract/link-fault-words.ts';
import type { LinkFault } from '#shared/contract/links.ts';
import { judgedFields } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import type { SecondReader } from '../ai/readings/second-reader.ts';
import type { CodexService } from '../codices.ts';
import type { LinkService } from '../links/link-service.ts';
import type { PostAdminService } from '../posts/posts-admin.ts';
import type { SearchService } from '../search.ts';

export interface JudgeService {
  /**
   * What to check before a post is published, and which other posts it could link to; `id` 0 is a post that is not
   * stored yet. Throws AppError `post_not_found`, `content_too_complex`.
   */
  judge(id: number, given: BodyOf<typeof judgePost>): Promise<AnswerOf<typeof judgePost>>;
  close(): Promise<void>;
}

interface JudgeOptions {
  db: Executor;
  links: Pick<LinkService, 'check'>;
  search: Pick<SearchService, 'alike'>;
  posts: Pick<PostAdminService, 'get'>;
  codices: Pick<CodexService, 'codexOf'>;
  reader: Pick<SecondReader, 'known'>;
}

/**
 * The number of posts compared with a text: those that share the most telling words with it, or with one of its longest
 * paragraphs.
 */
const COMPARED_POSTS = 40;

const LINK_CHECKS: Record<LinkFault['kind'], JudgeCheck> = {
  missing: 'dead-link',
  unpublished: 'unseen-link',
  redirected: 'redirected-link',
};

/** The judge before publishing (docs/rules.md, "Before publishing"). */
export function createJudgeService({ db, links, search, posts, codices, reader }: JudgeOptions): JudgeService {
  // In a thread: reading a text of a million characters takes longer than the event loop may be blocked.
  const worker = createWorkerClient<JudgeRequest, JudgeAnswer>({
    name: 'judge',
    work: { limitMs: 5000, code: 'content_too_complex' },
    timeoutMs: 30_000,
    timeoutCode: 'overloaded',
    startMs: 8000,
    maxQueue: 20,
  });
  const nearCopies = async (id: number, { title, content }: JudgedPost, longest: readonly string[]) => {
    const ids = new Set(await search.alike(title, content));
    for (const paragraph of longest) for (const found of await search.alike('', paragraph)) ids.add(found);
    ids.delete(id);
    if (ids.size === 0) return [];
    const others: { title: string; html: string }[] = [];
    // One by one, so that long posts do not make other requests wait.
    for (const other of [...ids].slice(0, COMPARED_POSTS)) {
      others.push(...(await htmlOfPosts(db, [other])).map(({ title, html }) => ({ title, html })));
      await nextTurn();
    }
    return (await worker.ask({ kind: 'copies', content, others })).found;
  };
  return {
    async judge(id, given) {
      const stored = id === 0 ? null : await posts.get(id);
      const post = recordOf(judgedFields, (field) => [field, given[field] ?? stored?.[field] ?? '']);
      const { content, title } = post;
      const { codex } = await codices.codexOf(given.categoryId ?? stored?.category.id ?? 0);
      // Renders the text in a thread: a text that is too complex is refused there, before it is read here.
      const { faults, related } = await links.check({ title, content, ...(id > 0 && { id }) });
      const { found, longest, places } = await worker.ask({
        kind: 'text',
        post,
        codex: { forbiddenClaims: codex.forbiddenClaims, wordsToAvoid: codex.wordsToAvoid },
        addresses: faults.map(({ address }) => address),
        pictureNames: await knownNames(db, storedNamesIn(content)),
      });
      const copies = await nearCopies(id, post, longest);
      const secondReader = await reader.known({ ...post, postId: id, document: given.document ?? '' });
      const foundLinks = faults.map((fault, index) => foundLink(fault, places[index] ?? null));
      const findings = inOrder([...found, ...foundLinks, ...copies]);
      return { findings, related, secondReader };
    },
    close: () => worker.close(),
  };
}

/** The number of pictures of a text that are looked up by name; each check reports ten findings. */
const NAMED_PICTURES = 500;

/** The files under /uploads/ that a text names, each once. */
function storedNamesIn(content: string): string[] {
  const found = new Set<string>();
  for (const [, name = ''] of content.matchAll(/\/uploads\/([\w.-]{1,200})/g)) {
    found.add(name);
    if (found.size === NAMED_PICTURES) break;
  }
  return [...found];
}

function foundLink(fault: LinkFault, place: Found['place']): Found {
  return { check: LINK_CHECKS[fault.kind], says: linkFaultWords(fault), place };
}
