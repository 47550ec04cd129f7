import { createHash } from 'node:crypto';

/**
 * The stored form of a suppressed address: the SHA-256 of the address in lower case, in hex. In SQL as `address_hash`.
 */
export function addressHash(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}
