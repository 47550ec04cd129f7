import { createHash } from 'node:crypto';

/** What is kept of an address that must not be written to: SHA-256 of it in lower case, in hex. In SQL as `address_hash`. */
export function addressHash(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}
