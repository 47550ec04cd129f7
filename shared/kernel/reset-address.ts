/** What stands before the secret of a link that sets a new password. */
const HASH = '#reset=';
const SECRET = /^#reset=([\w-]{43})$/;

/**
 * Where a link leads that sets a new password. Its secret stands behind the hash, which browsers send to nobody: it is in
 * no log on the way, and no page that is opened from there is told of it.
 */
export const resetAddress = (secret: string): string => `/admin/login${HASH}${secret}`;

/** The secret in the hash of an address; null for none. */
export const resetSecretOf = (hash: string): string | null => SECRET.exec(hash)?.[1] ?? null;
