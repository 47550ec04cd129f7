import { expect, test } from 'vitest';
import { createTestApp } from '../../test-app.ts';
import { openWriter } from '../../test-workspace.ts';
import { workspaceCalls } from '../../test-workspace-calls.ts';
import { createFolder } from './fold.ts';

test('others are answered between two documents that are folded', async () => {
  const app = await createTestApp();
  try {
    const cookie = await app.signIn();
    const { push } = workspaceCalls(
      () => app,
      () => cookie,
    );
    const ids = ['draft:one', 'draft:two', 'draft:three'];
    for (const writer of ids.map((id) => openWriter(id))) await push(writer.type('once '), writer.type('again'));
    let turns = 0;
    let counting = setImmediate(function count() {
      turns += 1;
      counting = setImmediate(count);
    });
    const seen: number[] = [];
    const folder = createFolder({
      db: app.database.db,
      reader: {
        fold: async ([first = new Uint8Array()]) => {
          seen.push(turns);
          return first;
        },
      },
      foldAfter: 2,
      onError: (error) => {
        throw error;
      },
    });
    folder.look(ids);
    await folder.idle();
    clearImmediate(counting);
    expect(seen).toHaveLength(ids.length);
    expect(new Set(seen).size).toBe(ids.length);
  } finally {
    await app.close();
  }
});
