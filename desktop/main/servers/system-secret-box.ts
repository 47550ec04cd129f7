import { safeStorage } from 'electron';
import type { SecretBox } from './sealed-credentials.ts';

/**
 * Electron's safeStorage. On Linux without a keyring it "encrypts" with a password that is the same on every computer:
 * that counts as no place for secrets.
 */
export const systemSecretBox: SecretBox = {
  async isAvailable() {
    if (process.platform === 'linux') {
      const backend = safeStorage.getSelectedStorageBackend();
      if (backend === 'basic_text' || backend === 'unknown') return false;
    }
    return safeStorage.isAsyncEncryptionAvailable();
  },
  seal: (text) => safeStorage.encryptStringAsync(text),
  open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed))).result,
};
