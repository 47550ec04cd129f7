import { expect, test } from 'vitest';
import { createSystemSecretBox } from './system-secret-box.ts';

type Storage = Parameters<typeof createSystemSecretBox>[0];

/** A system's storage for secrets that writes `prefix` before each sealed text. */
const storage = (prefix: string, given: Partial<Storage> = {}): Storage => ({
  getSelectedStorageBackend: () => 'gnome_libsecret',
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from(prefix + text),
  decryptStringAsync: async (sealed) => ({ result: sealed.toString().slice(prefix.length), shouldReEncrypt: false }),
  ...given,
});

function open(given: Storage, platform = 'linux') {
  const warnings: string[] = [];
  const waits: (() => void)[] = [];
  const timers = {
    after(_milliseconds: number, run: () => void) {
      waits.push(run);
      return () => void waits.splice(waits.indexOf(run), 1);
    },
  };
  const box = createSystemSecretBox(given, { platform, timers, warn: (message) => warnings.push(message) });
  return { box, warnings, waits };
}

test('a keyring that gives back what it sealed is a place for secrets', async () => {
  const { box, waits } = open(storage('v11'));
  expect(await box.isAvailable()).toBe(true);
  expect(waits).toEqual([]);
  expect(await box.open(await box.seal('a cookie'))).toBe('a cookie');
});

test('a password that is the same on every computer is none, whatever it calls itself', async () => {
  expect(await open(storage('v10')).box.isAvailable()).toBe(false);
  // On systems other than Linux the real keychain seals under this prefix.
  expect(await open(storage('v10'), 'darwin').box.isAvailable()).toBe(true);
  expect(await open(storage('v11', { getSelectedStorageBackend: () => 'basic_text' })).box.isAvailable()).toBe(false);
});

test('one that fails, or gives back something else, is none and says why', async () => {
  const locked = async () => {
    throw new Error('locked');
  };
  const failing = open(storage('v11', { encryptStringAsync: locked }));
  expect(await failing.box.isAvailable()).toBe(false);
  expect(failing.warnings).toHaveLength(1);
  const other = storage('v11', { decryptStringAsync: async () => ({ result: 'x', shouldReEncrypt: false }) });
  expect(await open(other).box.isAvailable()).toBe(false);
});

test('one that never answers does not hold the start up, and does not come to life in the middle', async () => {
  let answer: (isAvailable: boolean) => void = () => {};
  const silent = () => new Promise<boolean>((resolve) => (answer = resolve));
  const { box, waits, warnings } = open(storage('v11', { isAsyncEncryptionAvailable: silent }));
  const first = box.isAvailable();
  waits[0]?.();
  expect(await first).toBe(false);
  expect(warnings).toHaveLength(1);
  answer(true);
  expect(await box.isAvailable()).toBe(false);
});

test('one that falls silent later rejects: the sign-in counts as none, and the app ends all the same', async () => {
  let isSilent = false;
  const never = new Promise<never>(() => undefined);
  const sealing = storage('v11');
  const { box, waits } = open({
    ...sealing,
    encryptStringAsync: (text) => (isSilent ? never : sealing.encryptStringAsync(text)),
    decryptStringAsync: (sealed) => (isSilent ? never : sealing.decryptStringAsync(sealed)),
  });
  const sealed = await box.seal('a cookie');
  isSilent = true;
  for (const ask of [() => box.seal('b'), () => box.open(sealed)]) {
    const answer = expect(ask()).rejects.toThrow('does not answer');
    waits.pop()?.();
    await answer;
  }
});
