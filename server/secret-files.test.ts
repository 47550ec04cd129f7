import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { SECRET_SETTINGS } from './secret-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const keep = (name: string, text: string | Buffer) => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};
const faultsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment, folder);
  } catch (error) {
    return error instanceof ConfigError ? error.faults : [String(error)];
  }
  return [];
};

const good = { SMTP_URL: 'smtp://user:word@mail.example.com:587' };
const secretOf = (name: string) =>
  Object.entries(good).find(([each]) => each === name)?.[1] ?? `${name}-${'x'.repeat(40)}`;

test.each(SECRET_SETTINGS)('%s may lie in a file, whose last line break is not part of it', (name) => {
  const secret = secretOf(name);
  const config = readConfig({ [`${name}_FILE`]: keep('secret', `${secret}\n`) }, folder);
  expect(config[name]).toBe(secret);
  expect(readConfig({ [`${name}_FILE`]: 'secret' }, folder)[name]).toBe(secret);
});

test('the .env file may name such a file, and what is blank names none', () => {
  keep('secret', 'x'.repeat(40));
  keep('.env', 'SESSION_SECRET_FILE=secret\nMETRICS_TOKEN_FILE=\n');
  const { SESSION_SECRET, METRICS_TOKEN } = readConfig({}, folder);
  expect([SESSION_SECRET, METRICS_TOKEN]).toEqual(['x'.repeat(40), undefined]);
});

test('a secret that is said twice, is not there, is empty or is no secret is a fault, without a word of it', () => {
  const secret = 'told to nobody, and long enough to be one';
  expect(faultsOf({ SESSION_SECRET: secret, SESSION_SECRET_FILE: keep('a', secret) })).toEqual([
    'SESSION_SECRET_FILE: SESSION_SECRET is set as well. Set one of the two.',
  ]);
  expect(faultsOf({ SMTP_URL_FILE: 'nowhere' })).toEqual(['SMTP_URL_FILE: nowhere is not there']);
  expect(faultsOf({ SMTP_URL_FILE: folder })).toEqual([`SMTP_URL_FILE: ${folder} cannot be read (EISDIR)`]);
  expect(faultsOf({ METRICS_TOKEN_FILE: keep('b', '\n') })).toEqual([expect.stringMatching(/b is empty$/)]);
  expect(faultsOf({ METRICS_TOKEN_FILE: keep('c', Buffer.alloc(70_000, 'x')) })).toEqual([
    expect.stringMatching(/too large for a secret$/),
  ]);
  // The value in the file must satisfy the same rules as the setting itself.
  const short = faultsOf({ SESSION_SECRET_FILE: keep('d', 'too short') });
  expect(short).toEqual(['SESSION_SECRET: must be at least 32 characters']);
});
