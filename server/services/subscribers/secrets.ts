import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[\w-]{43}$/;
const LINK_KEY = /^[0-9a-f]{32}$/;

/** What the link of a confirmation says: 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of it; null for what was never given out. Whoever reads the database can confirm nothing by it. */
export function secretHash(secret: string): string | null {
  return SECRET.test(secret) ? createHash('sha256').update(secret).digest('hex') : null;
}

/** What the links in a subscriber's letters are made with: 128 bits, kept as they are, since every letter needs them. */
export function newLinkKey(): string {
  return randomBytes(16).toString('hex');
}

export function isLinkKey(text: string): boolean {
  return LINK_KEY.test(text);
}
