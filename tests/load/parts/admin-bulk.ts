import type { APIResponse, Page } from 'playwright';
import type { createAuthor } from '#shared/contract/authors.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { changePosts, ManyPostsChange } from '#shared/contract/posts/many-posts.ts';
import type { Post } from '#shared/contract/posts/post.ts';

export const MANY_POSTS = 1000;
const PAGE = 100;

/** Every kind of change that the list offers for many posts (`BulkBar`, `BulkFields`), each with its opposite. */
const kindsOfChange = (authorId: number): readonly (readonly [ManyPostsChange['set'], ManyPostsChange['set']?])[] => [
  [{ addTags: ['of many'] }, { removeTags: ['of many'] }],
  [{ featured: true }, { featured: false }],
  [{ categoryId: 3 }],
  [{ authorId }],
  [{ published: false }, { published: true }],
  [{ deleted: true }, { deleted: false }],
];

/**
 * Returns the milliseconds that each change of 1,000 posts takes from the call to its answer, and those of each Undo.
 */
export async function timeManyPosts(page: Page): Promise<number[]> {
  const posts: { id: number; version: number }[] = [];
  for (let next: string | null = `/api/posts?limit=${PAGE}`; next !== null && posts.length < MANY_POSTS; ) {
    const answer: APIResponse = await page.request.get(next);
    for (const { id, version } of (await answer.json()) as Post[]) posts.push({ id, version });
    next = /<([^>]+)>; rel="next"/.exec(answer.headers().link ?? '')?.[1] ?? null;
  }
  if (posts.length !== MANY_POSTS) throw new Error(`${posts.length} of ${MANY_POSTS} posts were listed`);
  const took: number[] = [];
  const change = async (changes: readonly ManyPostsChange[]): Promise<ManyPostsChange[]> => {
    const began = performance.now();
    const answer = await page.request.post('/api/posts/bulk', { data: { changes } });
    took.push(performance.now() - began);
    if (!answer.ok()) throw new Error(`${JSON.stringify(changes[0]?.set)}: ${answer.status()} ${await answer.text()}`);
    const { changed, failed, undo } = (await answer.json()) as AnswerOf<typeof changePosts>;
    if (changed === 0 || failed.length > 0) throw new Error(`${failed.length} posts were refused`);
    return undo;
  };
  const author = await page.request.post('/api/authors', { data: { name: 'Of many', email: 'of-many@example.com' } });
  if (!author.ok()) throw new Error(await author.text());
  const { id: authorId } = (await author.json()) as AnswerOf<typeof createAuthor>;
  let known = posts;
  // The undo of a change names the versions that exist at that time.
  const learn = (undo: ManyPostsChange[]) => {
    const versions = new Map(undo.flatMap(({ posts }) => posts).map(({ id, version }) => [id, version]));
    known = known.map(({ id, version }) => ({ id, version: versions.get(id) ?? version }));
  };
  const give = async (set: ManyPostsChange['set']): Promise<ManyPostsChange[]> => {
    const undo = await change([{ posts: known, set }]);
    learn(undo);
    return undo;
  };
  for (const [set, back] of kindsOfChange(authorId)) {
    learn(await change(await give(set)));
    if (!back) continue;
    await give(set);
    learn(await change(await give(back)));
    await give(back);
  }
  return took;
}
