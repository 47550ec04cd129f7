import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand, typedPlace } from './command.ts';

test('a place is a folder where the command was called, or an address, never a folder called like one', () => {
  vi.stubEnv('INIT_CWD', path.resolve('/called/here'));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(typedPlace('blog/')).toBe(path.resolve('/called/here/blog'));
  expect(typedPlace('/srv/blog//')).toBe(path.resolve('/srv/blog'));
  expect(typedPlace('s3://bucket/site/')).toBe('s3://bucket/site');
  expect(typedPlace('s3://bucket/')).toBe('s3://bucket');
  expect(typedPlace('s3://')).toBe('s3://');
});

test('a file where a folder is to be is said in one line', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => {
    said.mockRestore();
    process.exitCode = undefined;
  });
  await runCommand(() =>
    Promise.reject(Object.assign(new Error("EEXIST: mkdir '/srv/notes.txt'"), { code: 'EEXIST' })),
  );
  expect(said).toHaveBeenCalledExactlyOnceWith("Error: EEXIST: mkdir '/srv/notes.txt'");
  expect(process.exitCode).toBe(1);
});

test('what a command writes is for its own user alone, but for what others are to read', async () => {
  const before = process.umask(0o022);
  onTestFinished(() => {
    process.umask(before);
    process.exitCode = undefined;
  });
  const seen: number[] = [];
  const look = async () => {
    seen.push(process.umask());
    return 0;
  };
  await runCommand(look, { isForOthers: true });
  await runCommand(look);
  expect(seen).toEqual([0o022, 0o077]);
});
