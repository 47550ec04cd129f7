import { draftFields } from '#shared/contract/posts/post-input.ts';
import { isSameJson } from '#shared/workspace/json.ts';
import { type PostValues, postValueNames } from '#shared/workspace/post-values.ts';
import { draftBody, type SaveFault, type SaveIntent } from '../../editor/index.ts';
import { postSchema } from './post-schema.ts';

/** The fault of each field that has one. */
export type FormErrors = Partial<Record<keyof PostValues, string>>;

/**
 * Returns the faults that forbid saving these values, by field; the first fault of each. A draft needs only a title.
 */
export function errorsOf(values: PostValues, intent: SaveIntent): FormErrors {
  const { error } = intent === 'post' ? postSchema.safeParse(values) : draftFields.safeParse(draftBody(values));
  return byField((error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** Returns the server's refusals, by field. `path` is dotted: "tags.0" is a fault of the tags. */
export function errorsOfFault({ code, message, issues }: SaveFault): FormErrors {
  return code === 'slug_taken' ? { slug: message } : byField(issues);
}

/** Returns the refusals that still apply: a field whose value differs from the sent one counts as mended. */
export function stillRefused(errors: FormErrors, sent: PostValues, values: PostValues): FormErrors {
  const standing = postValueNames.filter((name) => errors[name] && isSameJson(sent[name], values[name]));
  return Object.fromEntries(standing.map((name) => [name, errors[name]]));
}

function byField(issues: readonly { path: string; message: string }[]): FormErrors {
  const errors: FormErrors = {};
  for (const { path, message } of issues) {
    const name = postValueNames.find((known) => known === path.split('.')[0]);
    if (name) errors[name] ??= message;
  }
  return errors;
}
