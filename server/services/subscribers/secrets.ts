import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[\w-]{43}$/;
const LINK_KEY = /^[0-9a-f]{32}$/;

/** The secret in the link of a confirmation: 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The stored form of a secret; null for text that was never issued as a secret. With it, someone who reads the database
 * cannot confirm anything.
 */
export function secretHash(secret: string): string | null {
  return SECRET.test(secret) ? createHash('sha256').update(secret).digest('hex') : null;
}

/** The key of the links in a subscriber's letters: 128 bits, stored as it is, because every letter needs it. */
export function newLinkKey(): string {
  return randomBytes(16).toString('hex');
}

export function isLinkKey(text: string): boolean {
  return LINK_KEY.test(text);
}
