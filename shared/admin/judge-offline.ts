import { inOrder } from '#shared/content/judge/finding.ts';
import { judgeText } from '#shared/content/judge/judge-texts.ts';
import { readJudgedText } from '#shared/content/judge/judged-text.ts';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';

type Judged = Pick<PostValues, 'title' | 'excerpt' | 'metaTitle' | 'metaDescription' | 'featuredImage' | 'content'>;

/** What a post says of itself, looked at here: neither the site it stands on nor its category's codex is known. */
export function judgeOffline({
  title,
  excerpt,
  metaTitle,
  metaDescription,
  featuredImage,
  content,
}: Judged): JudgeFinding[] {
  const post = { title, excerpt, metaTitle, metaDescription, featuredImage, content };
  return inOrder(judgeText(post, readJudgedText(content), { forbiddenClaims: [], wordsToAvoid: [] }));
}
