import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets for the database: the keys of providers, and the secrets that sign webhooks. */
export interface SealedKeys {
  /** Seals a key for one origin ("https://api.openai.com"): it cannot be opened for another origin. */
  seal(key: string, origin: string): Buffer;
  /** Opens a sealed key; null when it was sealed with another secret or for another origin, or is damaged. */
  open(sealed: Buffer, origin: string): string | null;
}

const CIPHER = 'aes-256-gcm';
/** The version of the sealed form, so that another form can follow. */
const FORM = 1;
const NONCE = 12;
const TAG = 16;

/**
 * @param secret the operator's secret for sealing (`AI_KEY_SECRET`), or the server's.
 * @param purpose a key that is sealed for one purpose cannot be opened for another.
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
        // Whatever the fault is, the key cannot be used by this server.
        return null;
      }
    },
  };
}
