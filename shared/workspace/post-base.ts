import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { type PostValues, postValueNames } from './post-values.ts';

/**
 * What a save says of the version that it was made from: the fingerprint of each field. It goes field by field, so that
 * two programs of which one knows more fields still agree on the fields that both know.
 */
export type PostBase = { readonly [Name in keyof PostValues]?: string | undefined };

/** Returns the fingerprints of a working copy's base, which a save sends along. */
export function baseOfValues(values: PostValues): PostBase {
  return Object.fromEntries(postValueNames.map((name) => [name, fingerprintOf(values, name)]));
}

/** Whether every field that both sides know still has the value that it had when the edit began. */
export function isMadeFrom(base: PostBase, stored: PostValues): boolean {
  return postValueNames.every((name) => base[name] === undefined || base[name] === fingerprintOf(stored, name));
}

function fingerprintOf(values: PostValues, name: keyof PostValues): string {
  return fingerprint(JSON.stringify(values[name]));
}
