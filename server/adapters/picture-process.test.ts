import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ShareCard } from '#server/site/share-card.ts';
import { createPictureProcess } from './picture-process.ts';

const card: ShareCard = { title: 'Tea', label: '', line: '', siteName: 'Ninefold', category: null, seed: 1 };

function setUp() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-process-'));
  const pictures = createPictureProcess();
  onTestFinished(async () => {
    await pictures.close();
    rmSync(folder, { recursive: true });
  });
  const at = (name: string) => path.join(folder, name);
  return { pictures, at, draw: (name: string) => pictures.make({ what: 'card', card, file: at(name) }) };
}

test('pictures are made in a process of their own; a fault of one, with its code, is no other’s', async () => {
  const { at, draw } = setUp();
  const made = [draw('a.png'), draw('none/b.png'), draw('c.png')];
  expect(await Promise.allSettled(made)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'ENOENT' } },
    { status: 'fulfilled' },
  ]);
  expect(['a.png', 'c.png'].map((name) => existsSync(at(name)))).toEqual([true, true]);
});

test('what somebody waits for goes first, and nothing is made for a server that stops', async () => {
  const { pictures, at, draw } = setUp();
  const order: string[] = [];
  const first = draw('first.png').then(() => order.push('first'));
  const later = draw('later.png').then(() => order.push('later'));
  const file = at('awaited.png');
  await pictures.make({ what: 'card', card, file }, { isAwaited: true }).then(() => order.push('awaited'));
  await Promise.all([first, later]);
  expect(order).toEqual(['first', 'awaited', 'later']);
  const [last] = await Promise.allSettled([draw('last.png'), pictures.close()]);
  expect(last).toMatchObject({ status: 'rejected', reason: { message: 'The server is stopping' } });
  await expect(draw('after.png')).rejects.toThrow('The server is stopping');
});
