import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets as they lie in the database: keys of providers, what webhooks sign with. */
export interface SealedKeys {
  /** Seals a key for one origin ("https://api.openai.com"): at another it cannot be opened. */
  seal(key: string, origin: string): Buffer;
  /** Null for what was sealed with another secret, for another origin, or is damaged. */
  open(sealed: Buffer, origin: string): string | null;
}

const CIPHER = 'aes-256-gcm';
/** The form a key is sealed in, so that another can come after it. */
const FORM = 1;
const NONCE = 12;
const TAG = 16;

/**
 * @param secret the operator's own for this (`AI_KEY_SECRET`), or the server's.
 * @param purpose what is sealed for one purpose cannot be opened for another.
 */
export function createSealedKeys(secret: string, purpose = 'keys of ai providers'): SealedKeys {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `ninefold ${purpose}`, 32));
  return {
    seal(text, origin) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(origin));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([FORM]), nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, origin) {
      if (sealed[0] !== FORM || sealed.length < 1 + NONCE + TAG) return null;
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, 1 + NONCE), { authTagLength: TAG });
        decipher.setAAD(Buffer.from(origin)).setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
        return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]).toString('utf8');
      } catch {
        // Whatever is wrong with it, it is not this server's any more.
        return null;
      }
    },
  };
}
