import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { type PostValues, postValueNames } from './post-values.ts';

/**
 * What a save says of the version it was made from: the fingerprint of each field. Field by field, so that a program
 * that knows a field more or less than the other still means the same by those that both know.
 */
export type PostBase = { readonly [Name in keyof PostValues]?: string | undefined };

/** What a working copy's base says, for a save to send along. */
export function baseOfValues(values: PostValues): PostBase {
  return Object.fromEntries(postValueNames.map((name) => [name, fingerprintOf(values, name)]));
}

/** Whether every field that both sides know says what it said when the edit began. */
export function isMadeFrom(base: PostBase, stored: PostValues): boolean {
  return postValueNames.every((name) => base[name] === undefined || base[name] === fingerprintOf(stored, name));
}

function fingerprintOf(values: PostValues, name: keyof PostValues): string {
  return fingerprint(JSON.stringify(values[name]));
}
