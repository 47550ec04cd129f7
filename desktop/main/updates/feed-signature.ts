import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/**
 * The signed message. It includes the file's name; otherwise the feed of another channel or system could be given in
 * its place.
 */
const message = (name: string, text: string) => Buffer.from(`${name}\n${text}`, 'utf8');

/** Returns the signature (Ed25519, RFC 8032) of a feed, in base64: the content of `NAME.sig` beside the feed. */
export function signFeed(name: string, text: string, key: KeyObject): string {
  return sign(null, message(name, text), key).toString('base64');
}

/** Whether a feed of this name was signed with one of the keys. Never throws. */
export function isSignedFeed(
  { name, text, signature }: { name: string; text: string; signature: string },
  keys: readonly KeyObject[],
): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64');
  return keys.some((key) => verify(null, message(name, text), key, bytes));
}

const PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

/**
 * Reads the public keys of a PEM file: one key, or both the old and the new one while the key is being replaced.
 * Anything that is not an Ed25519 key is ignored.
 */
export function readKeys(pem: string): KeyObject[] {
  return [...pem.matchAll(PEM)].flatMap(([block]) => {
    try {
      const key = createPublicKey(block);
      return key.asymmetricKeyType === 'ed25519' ? [key] : [];
    } catch {
      return [];
    }
  });
}
