import { expect, test } from 'vitest';
import { NOW, openBlog } from '../blog-fixture.ts';
import { setSiteId } from '../settings.ts';
import { endNotGoodSince, readGoodSince } from './ended-since.ts';
import { insertPasskey, listPasskeys } from './passkeys.ts';
import { recoveryCodeFigures, replaceRecoveryCodes } from './recovery-codes.ts';

async function openSite({ siteId, codes, passkeys }: { siteId: string; codes: string[]; passkeys: string[] }) {
  const database = await openBlog();
  const { db } = database;
  const at = new Date(NOW).toISOString();
  await db
    .insertInto('admin_users')
    .values({ email: 'a@example.com', name: 'A', password: '', created_at: at, updated_at: at })
    .execute();
  await setSiteId(db, siteId, NOW);
  await replaceRecoveryCodes(
    db,
    1,
    codes.map((hash) => ({ mark: hash, hash })),
    NOW,
  );
  for (const credentialId of passkeys) {
    const rest = { publicKey: Buffer.from([1]), counter: 0, transports: [], relyingParty: 'localhost' };
    await insertPasskey(db, 1, { name: credentialId, credentialId, ...rest }, NOW);
  }
  return database;
}
const at = new Date(NOW).toISOString();

test('codes used or replaced since a backup was made, and passkeys taken off, are not good again in it', async () => {
  const now = await openSite({ siteId: 'one', codes: ['A', 'B'], passkeys: ['P'] });
  await now.db.updateTable('recovery_codes').set({ used_at: at }).where('hash', '=', 'A').execute();
  const backup = await openSite({ siteId: 'one', codes: ['A', 'B', 'C'], passkeys: ['P', 'Q'] });
  endNotGoodSince(backup.sqlite, readGoodSince(now.sqlite), at);
  expect((await recoveryCodeFigures(backup.db, 1)).left).toBe(1);
  expect((await listPasskeys(backup.db, 1)).map(({ name }) => name)).toEqual(['P']);
  await now.close();
  await backup.close();
});

test('of another site nothing follows', async () => {
  const other = await openSite({ siteId: 'two', codes: [], passkeys: [] });
  const backup = await openSite({ siteId: 'one', codes: ['A'], passkeys: ['P'] });
  endNotGoodSince(backup.sqlite, readGoodSince(other.sqlite), at);
  expect((await recoveryCodeFigures(backup.db, 1)).left).toBe(1);
  expect(await listPasskeys(backup.db, 1)).toHaveLength(1);
  await other.close();
  await backup.close();
});
