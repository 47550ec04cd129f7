import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openSqliteStore } from '#desktop/main/store/sqlite-store.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { openStoredDraft, readValues } from '#shared/workspace/post-draft.ts';
import { type DesktopApp, dataFolder } from './desktop-app.ts';

/** Returns the folder with the databases of documents, one for each site. */
export function workspaces(computer: string): string {
  return path.join(dataFolder(computer), 'workspaces');
}

/**
 * Returns the texts of all drafts as a crash at this moment would leave them, read from a copy of the files on the
 * disk.
 */
export async function textsOnDisk(app: DesktopApp, computer: string): Promise<string> {
  const copy = path.join(computer, 'as-on-disk');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  await app.evaluate(
    (_electron, [from, to]) => process.getBuiltinModule('node:fs').cpSync(from, to, { recursive: true }),
    [workspaces(computer), copy] as const,
  );
  const [name = ''] = readdirSync(copy).filter((file) => file.endsWith('.sqlite'));
  const { store } = openSqliteStore({ file: path.join(copy, name), clock: systemClock });
  try {
    const ids = await store.list('draft');
    const drafts = await Promise.all(ids.map(async (id) => openStoredDraft(id, await store.load(id))));
    return drafts.map((draft) => readValues(draft).content).join('\n');
  } finally {
    store.close();
  }
}
