import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import {
  type FormValueOf,
  type PostFieldName,
  plainTexts,
  postFieldNames,
  postFieldTable,
} from '#shared/kernel/post-field-table.ts';
import { isProvenance } from '#shared/kernel/provenance.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { isSameJson, type JsonValue } from './json.ts';

/** The values of the post form, each always present: an empty text, 0 or null stands for nothing. */
export type PostValues = {
  readonly [Name in PostFieldName]: FormValueOf[(typeof postFieldTable)[Name]['kind']];
};

/** The values of a new post in the form. */
export const newPostValues = recordOf(postFieldNames, (name) => [name, postFieldTable[name].initial]) as PostValues;

/** All names of a post's values, in the order of the form. */
export const postValueNames = postFieldNames;

/** Returns the form's values of a post of the server. */
export function valuesOfPost(post: Post): PostValues {
  const fields = fieldsOfPost(post);
  return {
    ...fields,
    ...recordOf(plainTexts, (name) => [name, fields[name] ?? '']),
    featuredImage: fields.featuredImage ?? '',
  };
}

/** Whether two forms have the same values. */
export function areSameValues(a: PostValues, b: PostValues): boolean {
  return postValueNames.every((name) => isSameJson(a[name], b[name]));
}

/**
 * Returns `base`, overridden by each field for which `stored` holds a value of the right kind: stored data is not
 * trusted, and may come from a program that knows other fields.
 */
export function withStoredValues(base: PostValues, stored: Readonly<Record<string, JsonValue>>): PostValues {
  const taken = postValueNames.filter((name) => Object.hasOwn(stored, name) && isValueOf(name, stored[name]));
  return { ...base, ...Object.fromEntries(taken.map((name) => [name, stored[name]])) };
}

function isValueOf(name: PostFieldName, value: unknown): boolean {
  const { kind } = postFieldTable[name];
  switch (kind) {
    case 'choice':
    case 'minutes':
    case 'ordinal':
      return typeof value === 'number';
    case 'switch':
      return typeof value === 'boolean';
    case 'tags':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'provenance':
      return isProvenance(value);
    case 'date':
      return value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value)));
    default:
      return typeof value === 'string';
  }
}
