import { describe, expect, it } from 'vitest';
import { type LazyImportHost, lazyImport } from './lazy-import.ts';

function tab(overrides: Partial<LazyImportHost> = {}) {
  const kept = new Map<string, string>();
  const seen = { reloads: 0 };
  const host: LazyImportHost = {
    marks: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        kept.set(key, value);
      },
      removeItem: (key) => {
        kept.delete(key);
      },
    },
    isOnline: () => true,
    reload: () => {
      seen.reloads += 1;
    },
    ...overrides,
  };
  return { host, seen };
}

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const settles = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'resolved',
      () => 'rejected',
    ),
    new Promise((resolve) => setTimeout(() => resolve('waiting'), 10)),
  ]);

describe('a lazy import', () => {
  it('gives the module and reloads nothing when it works', async () => {
    const { host, seen } = tab();
    expect(await lazyImport('part', async () => ({ answer: 42 }), host)).toEqual({ answer: 42 });
    expect(seen.reloads).toBe(0);
  });

  it('reloads the page once when it fails, and meanwhile leaves its caller waiting', async () => {
    const { host, seen } = tab();
    expect(await settles(lazyImport('part', gone, host))).toBe('waiting');
    expect(seen.reloads).toBe(1);
  });

  it('fails without reloading again when the reload did not help', async () => {
    const { host, seen } = tab();
    await settles(lazyImport('part', gone, host));
    await expect(lazyImport('part', gone, host)).rejects.toThrow('Failed to fetch');
    expect(seen.reloads).toBe(1);
  });

  it('may reload again after it has worked in between', async () => {
    const { host, seen } = tab();
    await settles(lazyImport('part', gone, host));
    await lazyImport('part', async () => 1, host);
    await settles(lazyImport('part', gone, host));
    expect(seen.reloads).toBe(2);
  });

  it('counts each part by itself', async () => {
    const { host, seen } = tab();
    await settles(lazyImport('one', gone, host));
    await settles(lazyImport('two', gone, host));
    expect(seen.reloads).toBe(2);
  });

  it('does not reload without a network, which would trade the page for an error', async () => {
    const { host, seen } = tab({ isOnline: () => false });
    await expect(lazyImport('part', gone, host)).rejects.toThrow('Failed to fetch');
    expect(seen.reloads).toBe(0);
  });

  it('does not reload where no mark can be kept, for it would never end', async () => {
    const refuse = () => {
      throw new Error('storage is off');
    };
    const { host, seen } = tab({ marks: { getItem: refuse, setItem: refuse, removeItem: refuse } });
    await expect(lazyImport('part', gone, host)).rejects.toThrow('Failed to fetch');
    expect(seen.reloads).toBe(0);
  });
});
