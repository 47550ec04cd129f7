import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { app } from './app.ts';
import { KEYCHAIN } from './keychain.ts';
import { strict } from './strict.ts';

const PREFIX = Buffer.from('v11');
const IV = 12;
const TAG = 16;

function key(): Buffer | null {
  const file = process.env[KEYCHAIN];
  return file && existsSync(file) ? readFileSync(file) : null;
}

function keyOrThrow(): Buffer {
  const found = key();
  if (!app.isReady() || !found) throw new Error('Encryption is not available.');
  return found;
}

/** Real encryption, so that a test can examine the data on the disk. */
export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => app.isReady() && key() !== null,
  isAsyncEncryptionAvailable: async () => safeStorage.isEncryptionAvailable(),
  getSelectedStorageBackend: () => (key() ? 'gnome_libsecret' : 'basic_text'),
  setUsePlainTextEncryption: () => {},
  encryptString(text: string): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', keyOrThrow(), iv);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([PREFIX, iv, cipher.getAuthTag(), body]);
  },
  encryptStringAsync: async (text: string) => safeStorage.encryptString(text),
  decryptString(encrypted: Buffer): string {
    const start = PREFIX.length;
    const iv = encrypted.subarray(start, start + IV);
    const tag = encrypted.subarray(start + IV, start + IV + TAG);
    const body = encrypted.subarray(start + IV + TAG);
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOrThrow(), iv);
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch (error) {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.', { cause: error });
    }
  },
  decryptStringAsync: async (encrypted: Buffer) => ({
    result: safeStorage.decryptString(encrypted),
    shouldReEncrypt: false,
  }),
});
