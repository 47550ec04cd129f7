import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BROWSER_VARIABLE, findBrowser } from './find-browser.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('finding a browser', () => {
  it('takes the one that is named', () => {
    vi.stubEnv(BROWSER_VARIABLE, process.execPath);
    expect(findBrowser()).toBe(process.execPath);
  });

  it('says so when the one that is named is not there', () => {
    vi.stubEnv(BROWSER_VARIABLE, '/no/such/browser');
    expect(() => findBrowser()).toThrow('CHROMIUM_PATH is /no/such/browser, and there is no such file.');
  });

  it('finds one that is installed and remembers it for the processes it starts', () => {
    vi.stubEnv(BROWSER_VARIABLE, undefined);
    const found = findBrowser();
    expect(existsSync(found)).toBe(true);
    expect(process.env[BROWSER_VARIABLE]).toBe(found);
  });
});
