import { expect, test } from 'vitest';
import { createProgress, type ProgressStream } from './progress.ts';

function stream(terminal: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  const fake: ProgressStream = {
    ...terminal,
    write(text: string | Uint8Array) {
      written.push(String(text));
      return true;
    },
  };
  return { fake, written };
}

test('on a terminal one line is written over and over, never wider than the terminal', () => {
  const { fake, written } = stream({ isTTY: true, columns: 50 });
  const progress = createProgress(fake);
  progress.show(1, 4, 'a.md');
  progress.show(2, 4, `${'b'.repeat(100)}.md`);
  expect(written[0]).toBe(`\r\u001b[K[${'█'.repeat(6)}${'░'.repeat(18)}] 1/4  a.md`);
  expect(written[1]?.replace('\r\u001b[K', '')).toHaveLength(49);
  progress.say('created: a.md');
  progress.end();
  expect(written.slice(2)).toEqual(['\r\u001b[K', 'created: a.md\n']);
});

test('elsewhere a plain line is written at each tenth', () => {
  const { fake, written } = stream({});
  const progress = createProgress(fake);
  for (let done = 1; done <= 500; done += 1) progress.show(done, 500, 'a.md');
  progress.show(0, 0, '');
  progress.end();
  expect(written).toHaveLength(10);
  expect(written[0]).toBe('50 of 500\n');
});

test('a file name cannot give the terminal commands', () => {
  const { fake, written } = stream({ isTTY: true });
  createProgress(fake).show(1, 1, 'a\u001b]0;owned\u0007\r\n.md');
  expect(written.join('')).toContain('a?]0;owned???.md');
});
