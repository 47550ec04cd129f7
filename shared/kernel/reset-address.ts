/** The part of the hash before the secret, in a link for a new password. */
const HASH = '#reset=';
const SECRET = /^#reset=([\w-]{43})$/;

/**
 * Returns the address of a link for a new password. Its secret is after the hash, which browsers send to nobody: it is
 * in no log on the way, and no page opened from there learns it.
 */
export const resetAddress = (secret: string): string => `/admin/login${HASH}${secret}`;

/** Returns the secret in the hash of an address; null where there is none. */
export const resetSecretOf = (hash: string): string | null => SECRET.exec(hash)?.[1] ?? null;
