import type { SafeStorage } from 'electron';
import type { Timers } from '#shared/kernel/timers.ts';
import type { SecretBox } from './sealed-credentials.ts';

/** Milliseconds a keyring may take. One that asks for its password in a window nobody sees takes for ever. */
const PATIENCE = 3000;
const PROBE = 'ninefold';
/** What Chromium puts before a text it sealed with the password that is the same on every computer. */
const SAME_FOR_ALL = 'v10';

type Storage = Pick<
  SafeStorage,
  'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

interface SecretBoxOptions {
  /** As Node says it: "linux", "darwin", "win32". */
  platform: string;
  timers: Timers;
  warn(message: string, cause?: unknown): void;
}

/**
 * Electron's safeStorage. On Linux without a keyring it "encrypts" with a password that is the same on every computer, and
 * may call itself available all the same: a probe that was sealed so, or that does not come back, counts as no place for
 * secrets. So does a keyring that does not answer in time: the app starts without it.
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
  /** What the keyring answers; rejects where it does not answer in time. */
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
  // Asked once: whoever asks later must not be told otherwise than those before.
  let answer: Promise<boolean> | null = null;
  return {
    isAvailable() {
      answer ??= isGood();
      return answer;
    },
    // It may be locked later, too.
    seal: (text) => inTime(storage.encryptStringAsync(text)),
    open: async (sealed) => (await inTime(storage.decryptStringAsync(Buffer.from(sealed)))).result,
  };
}
