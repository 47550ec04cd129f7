import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const emptyFolder = () => mkdtempSync(path.join(tmpdir(), 'ninefold-config-'));

/** The faults of an environment, one by one. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment, emptyFolder());
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.faults : [String(error)];
  }
}

test('everything has a default fit for trying it out', () => {
  const config = readConfig({}, emptyFolder());
  expect(config).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    SITE_URL: 'http://localhost:3000',
    TRUST_PROXY: false,
  });
});

test('the environment wins over the .env file, blank means absent', () => {
  const folder = emptyFolder();
  writeFileSync(path.join(folder, '.env'), 'PORT=4000\nSITE_NAME=From file\n');
  expect(readConfig({ SITE_NAME: 'From environment', HOST: ' ' }, folder)).toMatchObject({
    PORT: 4000,
    SITE_NAME: 'From environment',
    HOST: '127.0.0.1',
  });
});

test('every fault is reported at once, by the name of the setting', () => {
  const read = () =>
    readConfig({ PORT: 'many', SITE_URL: 'ftp://x', ADMIN_PASSWORD: '123', LOG_LEVEL: 'loud' }, emptyFolder());
  expect(read).toThrow(ConfigError);
  try {
    read();
  } catch (error) {
    const faults = error instanceof ConfigError ? error.faults : [];
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['PORT', 'SITE_URL', 'ADMIN_PASSWORD', 'LOG_LEVEL']);
  }
});

test('TRUST_PROXY is a number of proxies or their addresses; left out, one on this machine in front of an https site', () => {
  const believed = (environment: Record<string, string>, address: string) => {
    const { TRUST_PROXY } = readConfig(environment, emptyFolder());
    return TRUST_PROXY !== false && TRUST_PROXY(address, 0);
  };
  expect(['1', '10.0.0.1', 'false'].map((value) => believed({ TRUST_PROXY: value }, '10.0.0.1'))).toEqual([
    true,
    true,
    false,
  ]);
  const SITE_URL = 'https://blog.example';
  expect(['127.0.0.1', '10.0.0.1'].map((address) => believed({ SITE_URL }, address))).toEqual([true, false]);
  expect(believed({}, '127.0.0.1')).toBe(false);
});

test.each(['true', 'yes', '0.0.0.0/0'])('TRUST_PROXY=%s is a fault that says what to set instead', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value }, emptyFolder())).toThrow(/TRUST_PROXY: must.*number of proxies/);
});

test('SITE_URL loses its trailing slash', () => {
  expect(readConfig({ SITE_URL: 'https://blog.example/' }, emptyFolder()).SITE_URL).toBe('https://blog.example');
});

test('a key that would come back in an error, and limits that could not hold, are faults', () => {
  const broken = faultsOf({ OPENAI_API_KEY: 'sk-one\nsk-two' });
  expect(broken).toEqual(['OPENAI_API_KEY: must be visible ASCII characters without spaces']);
  expect(faultsOf({ AI_MONTHLY_LIMIT_USD: '20' })[0]).toMatch(/^AI_MONTHLY_LIMIT_USD: needs AI_PRICE_INPUT/);
  expect(faultsOf({ AI_CONTEXT_LIMIT: '8000', AI_MAX_OUTPUT_TOKENS: '8000' })[0]).toMatch(
    /^AI_MAX_OUTPUT_TOKENS: must be/,
  );
  expect(faultsOf({ AI_MONTHLY_LIMIT_USD: '20', AI_PRICE_INPUT: '2.5', AI_PRICE_OUTPUT: '10' })).toEqual([]);
});

test('who is told of posts is told over https, or on this machine; without a setting nobody is', () => {
  const read = (environment: Record<string, string>) => readConfig(environment, emptyFolder());
  expect(read({ INDEXNOW_KEY: '', WEBSUB_HUB: ' ' })).toMatchObject({
    INDEXNOW_KEY: undefined,
    INDEXNOW_ENDPOINT: 'https://api.indexnow.org/indexnow',
    WEBSUB_HUB: undefined,
  });
  for (const address of ['https://hub.example/', 'http://127.0.0.1:4000/x', 'http://[::1]/', 'http://localhost/']) {
    expect(read({ WEBSUB_HUB: address }).WEBSUB_HUB).toBe(address);
  }
  expect(read({ WEBSUB_HUB: 'https://hub.example/a b>;c' }).WEBSUB_HUB).toBe('https://hub.example/a%20b%3E;c');
});

test.each([
  ['WEBSUB_HUB', 'http://hub.example/'],
  ['WEBSUB_HUB', 'http://10.0.0.1/'],
  ['WEBSUB_HUB', 'http://localhost.evil.example/'],
  ['WEBSUB_HUB', 'ftp://hub.example/'],
  ['WEBSUB_HUB', 'https://user:word@hub.example/'],
  ['WEBSUB_HUB', 'hub.example'],
  ['INDEXNOW_ENDPOINT', 'http://index.example/'],
  ['INDEXNOW_KEY', 'short'],
  ['INDEXNOW_KEY', '../../secret'],
  ['INDEXNOW_KEY', 'a'.repeat(129)],
])('%s=%s is a fault', (name, value) => {
  expect(() => readConfig({ [name]: value }, emptyFolder())).toThrow(`${name}: must be`);
});

test('webhooks may lead into a private network where the site is this computer’s own, or where the operator says so', () => {
  const allowed = (environment: Record<string, string>) => readConfig(environment, emptyFolder()).WEBHOOK_ALLOW_LOCAL;
  expect(allowed({})).toBe(true);
  expect(allowed({ SITE_URL: 'https://blog.example' })).toBe(false);
  expect(allowed({ SITE_URL: 'https://blog.example', WEBHOOK_ALLOW_LOCAL: 'true' })).toBe(true);
  expect(allowed({ WEBHOOK_ALLOW_LOCAL: 'false' })).toBe(false);
});

test('pictures are in the data folder, and backups beside them, unless something else is said', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
  const places = (environment: Record<string, string>) => {
    const { BLOBS, BACKUP_DIR } = readConfig({ DATA_DIR: '/data', ...environment }, emptyFolder());
    return [BLOBS, BACKUP_DIR];
  };
  expect(places({})).toEqual(['/data', '/data/backups']);
  expect(places({ BLOBS: '/pictures/' })).toEqual(['/pictures', '/pictures/backups']);
  expect(places({ BLOBS: 's3://blog/site/', ...keys })).toEqual(['s3://blog/site', 's3://blog/site/backups']);
  expect(places({ BACKUP_DIR: 's3://kept', ...keys })).toEqual(['/data', 's3://kept']);
  expect(() => places({ BLOBS: 's3://blog' })).toThrow('AWS_ACCESS_KEY_ID: must be set');
  for (const BLOBS of ['s3://', 's3://B', 's3:///x', 's3://blog/../x', 's3://blog/a//b', 'https://blog', 's3://blog?x'])
    expect(() => places({ BLOBS, ...keys }), BLOBS).toThrow('must be a folder, or s3://bucket/prefix');
});

test('the bucket stands in the path where a service is named, unless it is said otherwise', () => {
  const isPathStyle = (environment: Record<string, string>) => readConfig(environment, emptyFolder()).S3_PATH_STYLE;
  expect(isPathStyle({})).toBe(false);
  expect(isPathStyle({ S3_ENDPOINT: 'https://s3.example' })).toBe(true);
  expect(isPathStyle({ S3_ENDPOINT: 'https://s3.example', S3_PATH_STYLE: 'false' })).toBe(false);
});

test('a reader says all that it lacks', () => {
  expect(faultsOf({ ROLE: 'reader' })).toEqual([
    'BLOBS: must be where the writer publishes: a reader has nothing of its own',
    'WRITER_URL: must be the address of the writer, as this machine reaches it',
    'READER_SECRET: must be the one that the writer has',
  ]);
  const whole = {
    ROLE: 'reader',
    BLOBS: '/srv/blobs',
    WRITER_URL: 'http://10.0.0.2:3000/',
    READER_SECRET: 's'.repeat(32),
  };
  expect(faultsOf(whole)).toEqual([]);
  expect(faultsOf({ ...whole, READER_SECRET: 'short' })).toEqual(['READER_SECRET: must be at least 32 characters']);
  expect(faultsOf({ ROLE: 'watcher' })).toEqual([expect.stringMatching(/^ROLE: /)]);
  expect(readConfig(whole, emptyFolder())).toMatchObject({ ROLE: 'reader', WRITER_URL: 'http://10.0.0.2:3000' });
  expect(readConfig({}, emptyFolder())).toMatchObject({ ROLE: 'writer', hasLetters: false });
});
