import type { APIResponse, Page } from 'playwright';
import type { createAuthor } from '#shared/contract/authors.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { changePosts, ManyPostsChange } from '#shared/contract/posts/many-posts.ts';
import type { Post } from '#shared/contract/posts/post.ts';

export const MANY_POSTS = 1000;
const PAGE = 100;

/** Milliseconds each change of 1,000 posts takes from the call to its answer, and each Undo of one. */
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
    const { changed, failed, undo } = (await answer.json()) as AnswerOf<typeof changePosts>;
    if (changed === 0 || failed.length > 0) throw new Error(`${failed.length} posts were refused`);
    return undo;
  };
  const author = await page.request.post('/api/authors', { data: { name: 'Of many' } });
  const { id: authorId } = (await author.json()) as AnswerOf<typeof createAuthor>;
  let known = posts;
  for (const set of [
    { addTags: ['of many'] },
    { featured: true },
    { categoryId: 3 },
    { authorId },
    { published: false },
    { deleted: true },
  ] satisfies ManyPostsChange['set'][]) {
    const undone = await change(await change([{ posts: known, set }]));
    // What would take the Undo back names the versions there are now.
    const versions = new Map(undone.flatMap(({ posts }) => posts).map(({ id, version }) => [id, version]));
    known = known.map(({ id, version }) => ({ id, version: versions.get(id) ?? version }));
  }
  return took;
}
