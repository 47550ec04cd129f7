import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** What is signed: the file's name too, or the feed of another channel or system could be given in its place. */
const message = (name: string, text: string) => Buffer.from(`${name}\n${text}`, 'utf8');

/** The signature (Ed25519, RFC 8032) of a feed, in base64: what stands in `NAME.sig` beside it. */
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
 * The public keys of a file in PEM: one, or while the key is being replaced the old one and the new one. What is no Ed25519
 * key is none.
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
