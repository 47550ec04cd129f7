import type { Post } from '#shared/contract/posts.ts';
import { type PostValues, postValueNames } from '#shared/workspace/post-values.ts';

export interface DebugFacts {
  post: Pick<Post, 'id' | 'version'> | null;
  values: PostValues;
  /** The fault of each field that has one. */
  errors: Partial<Record<keyof PostValues, string>>;
  isDirty: boolean;
  isSaving: boolean;
}

/** A long text in a line: its beginning, and how long it is. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}… (${text.length} characters)`;
}

/** Everything about the form that helps to find out why it does not do what it should, as text to send to someone. */
export function debugReport({ post, values, errors, isDirty, isSaving }: DebugFacts): string {
  return [
    post ? `Post ${post.id}, version ${post.version}` : 'New post',
    `State: ${isSaving ? 'saving' : isDirty ? 'changed, not saved' : 'as saved'}`,
    '',
    ...postValueNames.flatMap((name) => {
      const line = `${name}: ${shown(values[name])}`;
      const error = errors[name];
      return error ? [line, `  ! ${error}`] : [line];
    }),
  ].join('\n');
}
