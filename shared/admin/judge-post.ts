import type { ApiClient } from '#shared/api-client/client.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { type JudgeFinding, judgePost } from '#shared/contract/judge.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';

export type Judgement = AnswerOf<typeof judgePost>;

/** Milliseconds a publication waits for the judge. */
const PATIENCE = 4000;

/** What to look at in a post as it is written; `id` null for one the server does not know. Throws what the call throws. */
export async function judgeValues(
  api: ApiClient,
  id: number | null,
  { title, excerpt, metaDescription, featuredImage, content, categoryId }: PostValues,
  signal?: AbortSignal,
): Promise<Judgement> {
  const body = { title, excerpt, metaDescription, featuredImage, content, categoryId };
  return api.call(judgePost, { params: { id: id ?? 0 }, body, ...(signal && { signal }) });
}

/**
 * What stands against publishing a post without a question. Without an answer nothing does: whether the server can be
 * reached is what the save itself finds.
 */
export async function redFindings(api: ApiClient, id: number | null, values: PostValues): Promise<JudgeFinding[]> {
  try {
    const { findings } = await judgeValues(api, id, values, AbortSignal.timeout(PATIENCE));
    return findings.filter(({ level }) => level === 'red');
  } catch {
    return [];
  }
}
