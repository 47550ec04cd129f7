import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ipcChannels } from '#shared/contract/ipc.ts';
import { writeMarkdownFile } from '#shared/workspace/markdown-file.ts';
import { newPostValues } from '#shared/workspace/post-values.ts';
import { createDragOut } from './drag-out.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'ninefold-drag-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function open({ startDrag }: { startDrag?: () => void } = {}) {
  const folder = path.join(root, 'dragged');
  const seen = { files: [] as string[], later: [] as (() => void)[], warned: [] as string[] };
  const dragOut = createDragOut({
    folder,
    startDrag:
      startDrag ??
      ((contentsId, file) => {
        expect(contentsId).toBe(7);
        seen.files.push(file);
      }),
    timers: {
      after(_milliseconds, run) {
        seen.later.push(run);
        return () => undefined;
      },
    },
    warn: (message) => void seen.warned.push(message),
  });
  return { dragOut, folder, seen };
}

test('what is dragged is a file of its name, for this account alone, and is removed after a while', () => {
  const { dragOut, folder, seen } = open();
  dragOut.start({ name: 'tea.md', text: '# Tea' }, 7);
  dragOut.start({ name: 'tea.md', text: '# Another' }, 7);
  const [first = '', second = ''] = seen.files;
  expect([path.basename(first), path.basename(second)]).toEqual(['tea.md', 'tea.md']);
  expect([readFileSync(first, 'utf8'), readFileSync(second, 'utf8')]).toEqual(['# Tea', '# Another']);
  if (process.platform !== 'win32') expect(statSync(first).mode & 0o077).toBe(0);
  seen.later[0]?.();
  expect([existsSync(first), existsSync(second)]).toEqual([false, true]);
  dragOut.clear();
  expect(existsSync(folder)).toBe(false);
  // The timer of the second file fires only after that.
  seen.later[1]?.();
  expect(seen.warned).toEqual([]);
});

test('a name cannot lead out of the folder', () => {
  const { dragOut, folder, seen } = open();
  dragOut.start({ name: '../../escaped', text: '' }, 7);
  expect(path.relative(folder, seen.files[0] ?? '').split(path.sep)).toHaveLength(2);
  expect(path.extname(seen.files[0] ?? '')).toBe('.md');
  expect(readdirSync(root)).toEqual(['dragged']);
});

test('a draft of the longest slug is a file as well', () => {
  const made = writeMarkdownFile({ ...newPostValues, slug: 'a'.repeat(200) }, { category: null, author: null });
  const { dragOut, seen } = open();
  dragOut.start(ipcChannels['files.drag-text'].input.parse(made), 7);
  expect(readFileSync(seen.files[0] ?? '', 'utf8')).toBe(made.text);
});

test('where the system carries nothing, nothing stays', () => {
  const { dragOut, folder, seen } = open({
    startDrag() {
      throw new Error('no drag');
    },
  });
  expect(() => dragOut.start({ name: 'a', text: 'a' }, 7)).toThrow('no drag');
  expect([readdirSync(folder), seen.later.length]).toEqual([[], 0]);
});

test('what a killed app has left is gone after the next start', () => {
  const left = path.join(root, 'dragged', 'old');
  mkdirSync(left, { recursive: true });
  writeFileSync(path.join(left, 'secret.md'), 'words');
  open();
  expect(existsSync(left)).toBe(false);
});
