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
  const inTime = () =>
    new Promise<boolean>((resolve) => {
      const callOff = timers.after(PATIENCE, () => {
        warn('The system’s place for secrets does not answer; the sign-in is not kept');
        resolve(false);
      });
      probe()
        .catch((error: unknown) => {
          warn('The system’s place for secrets cannot be used', error);
          return false;
        })
        .then((isGood) => {
          callOff();
          resolve(isGood);
        });
    });
  // Asked once: whoever asks later must not be told otherwise than those before.
  let answer: Promise<boolean> | null = null;
  return {
    isAvailable() {
      answer ??= inTime();
      return answer;
    },
    seal: (text) => storage.encryptStringAsync(text),
    open: async (sealed) => (await storage.decryptStringAsync(Buffer.from(sealed))).result,
  };
}
