import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { AppError, type Issue } from '#shared/kernel/errors.ts';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';

/** Refuses blank fields that a draft may have but a published post may not. Throws AppError `invalid_input`. */
export function requireWhole(post: Pick<PostFields, 'published' | 'excerpt' | 'content'>): void {
  if (!post.published) return;
  const { excerpt, content } = postFieldTable;
  const issues: Issue[] = [];
  if (post.excerpt.trim() === '') issues.push({ path: 'excerpt', message: excerpt.required });
  if (post.content.trim() === '') issues.push({ path: 'content', message: content.required });
  const [first] = issues;
  if (first) throw new AppError('invalid_input', { message: first.message, issues });
}
