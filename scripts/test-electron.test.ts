import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
const specs = path.join(root, 'tests/desktop');

/** Returns the tests of the specs with their tags, read from the text between `test('` and its function. */
function written(): { title: string; tags: string }[] {
  const texts = readdirSync(specs).filter((name) => name.endsWith('.spec.ts'));
  return texts
    .map((name) => readFileSync(path.join(specs, name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^test\('([^']+)',([\s\S]*?)async/gm)])
    .map(([, title = '', tags = '']) => ({ title, tags }));
}

test('every spec of the desktop app runs in real Electron, but what only the stand-in can do', () => {
  // Any existing program can stand in for Electron: with --list nothing is started.
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/test-electron.ts'), '--list'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NINEFOLD_WHOLE: undefined, ELECTRON_EXEC_PATH: process.execPath, DISPLAY: ':99' },
  });
  const tests = written();
  const isListed = ({ title }: { title: string }) => stdout.includes(title);
  const missing = tests.filter((each) => !isListed(each) && !each.tags.includes('@stand-in'));
  expect(missing, stderr).toEqual([]);
  expect(tests.filter(isListed).filter(({ tags }) => tags.includes('@stand-in'))).toEqual([]);
  // The tests that a share leaves out are among them.
  expect(tests.filter(isListed).filter(({ tags }) => tags.includes('@long')).length).toBeGreaterThan(10);
});
