import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { childEnvironment } from './child-environment.ts';

test('a command beside the server has its secrets, wherever the server has them from', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-child-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const secrets = ['READER_SECRET', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;
  for (const name of secrets) writeFileSync(path.join(folder, name), `${name}-of-a-file-with-enough-characters\n`);
  const inherited = {
    ...{ BLOBS: 's3://blog/site', AWS_ACCESS_KEY_ID: 'key' },
    ...Object.fromEntries(secrets.map((name) => [`${name}_FILE`, name])),
  };
  const ofServer = readConfig(inherited, folder);
  // The command is started in another folder: a file that is named relative to the server's folder is not there.
  const ofCommand = readConfig({ ...inherited, ...childEnvironment(ofServer) }, path.join(folder, 'elsewhere'));
  for (const name of secrets) {
    expect(ofCommand[name]).toBe(`${name}-of-a-file-with-enough-characters`);
  }
  expect(ofCommand.DATA_DIR).toBe(ofServer.DATA_DIR);
});
