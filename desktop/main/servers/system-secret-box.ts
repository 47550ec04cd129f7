import type { SafeStorage } from 'electron';
import type { Timers } from '#shared/kernel/timers.ts';
import type { SecretBox } from './sealed-credentials.ts';

/**
 * The longest time, in milliseconds, that a keyring may take. A keyring that asks for its password in a window nobody
 * sees would take forever.
 */
const PATIENCE = 3000;
const PROBE = 'ninefold';
/** The prefix that Chromium puts before a text sealed with the password that is the same on every computer. */
const SAME_FOR_ALL = 'v10';

type Storage = Pick<
  SafeStorage,
  'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

interface SecretBoxOptions {
  /** Node's name of the platform: "linux", "darwin", "win32". */
  platform: string;
  timers: Timers;
  warn(message: string, cause?: unknown): void;
}

/**
 * Wraps Electron's safeStorage. On Linux without a keyring it "encrypts" with a password that is the same on every
 * computer, and may still call itself available. So a probe is sealed: if it has this prefix, or cannot be unsealed,
 * there is no storage for secrets. A keyring that does not answer in time counts as none too, and the app starts
 * without it.
 */
export function createSystemSecretBox(storage: Storage, { platform, timers, warn }: SecretBoxOptions): SecretBox {
  const probe = async () => {
    if (platform === 'linux') {
      const backend = storage.getSelectedStorageBackend();
      if (backend === 'basic_text' || backend === 'unknown') return false;
    }
    if (!(await storage.isAsyncEncryptionAvailable())) return false;
    const sealed = await storage.encryptStringAsync(PROBE);
    if (platform === 'linux' && sealed.subarray(0, SAME_FOR_ALL.length).toString('latin1') === SAME_FOR_ALL)
      return false;
    return (await storage.decryptStringAsync(sealed)).result === PROBE;
  };
  /** Resolves with the keyring's answer; rejects when it does not answer in time. */
  const inTime = <T>(asked: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const callOff = timers.after(PATIENCE, () => reject(new Error('The keyring does not answer')));
      asked.finally(callOff).then(resolve, reject);
    });
  const isGood = () =>
    inTime(probe()).catch((error: unknown) => {
      warn('The system’s place for secrets cannot be used; the sign-in is not kept', error);
      return false;
    });
  // Asked once: later callers must get the same answer as earlier ones.
  let answer: Promise<boolean> | null = null;
  return {
    isAvailable() {
      answer ??= isGood();
      return answer;
    },
    // The keyring may be locked later, too.
    seal: (text) => inTime(storage.encryptStringAsync(text)),
    open: async (sealed) => (await inTime(storage.decryptStringAsync(Buffer.from(sealed)))).result,
  };
}
