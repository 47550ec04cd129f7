import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { OpenDatabase } from '#server/db/open.ts';
import { findAdminByEmail, findAdminById, findOwner, updateAdmin } from './admin-users.ts';
import { DAY, NOW, openBlog } from './blog-fixture.ts';
import {
  deleteContactMessage,
  insertContactMessage,
  listContactMessages,
  markContactMessage,
} from './contact-messages.ts';
import { destroySession, destroySessions, findSession, listSessions, storeSession, sweepSessions } from './sessions.ts';
import { findSetting, findSiteId, setSetting, setSiteId } from './settings.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

test('a session is found until its time is over, and stored again in place', async () => {
  const { db } = blog;
  await storeSession(db, 'a', '{"adminId":1}', NOW + DAY);
  await storeSession(db, 'a', '{"adminId":2}', NOW + 2 * DAY);
  expect(await findSession(db, 'a', NOW)).toBe('{"adminId":2}');
  expect(await findSession(db, 'a', NOW + 2 * DAY)).toBeNull();
  expect(await findSession(db, 'b', NOW)).toBeNull();
  expect(await listSessions(db, NOW)).toEqual([{ sid: 'a', sess: '{"adminId":2}' }]);
});

test('sessions end one by one, all but one, or with their time', async () => {
  const { db } = blog;
  for (const sid of ['a', 'b', 'c']) await storeSession(db, sid, '{}', NOW + DAY);
  await storeSession(db, 'old', '{}', NOW);
  expect(await sweepSessions(db, NOW)).toBe(1);
  expect([await destroySession(db, 'a'), await destroySession(db, 'a')]).toEqual([true, false]);
  await destroySessions(db, { except: 'b' });
  expect((await listSessions(db, NOW)).map((session) => session.sid)).toEqual(['b']);
  await destroySessions(db);
  expect(await listSessions(db, NOW)).toEqual([]);
});

test('the owner is found by e-mail address in whatever case, and by nothing that is none', async () => {
  const { db, sqlite } = blog;
  expect(await findOwner(db)).toBeNull();
  const at = new Date(NOW).toISOString();
  sqlite.prepare('insert into admin_users values (1, ?, ?, ?, ?, ?)').run('me@example.com', 'hash', 'Me', at, at);
  const account = { id: 1, email: 'me@example.com', name: 'Me', passwordHash: 'hash' };
  expect(await findAdminByEmail(db, 'ME@example.com')).toEqual(account);
  expect([await findAdminById(db, 1), await findOwner(db)]).toEqual([account, account]);
  for (const email of ['', '%', "' or 1=1 --", 'me@example.com\u0000'])
    expect(await findAdminByEmail(db, email)).toBeNull();
  expect(await findAdminById(db, 2)).toBeNull();

  const changed = await updateAdmin(db, 1, { name: 'I', passwordHash: 'new' }, NOW + 1);
  expect(changed).toEqual({ id: 1, email: 'me@example.com', name: 'I' });
  expect(await findOwner(db)).toMatchObject({ passwordHash: 'new' });
  await expect(updateAdmin(db, 2, { name: 'x' }, NOW)).rejects.toMatchObject({ code: 'not_found' });
});

test('messages come newest first and can be told apart by read and unread', async () => {
  const { db } = blog;
  const fields = {
    name: '<script>',
    email: 'a@example.com',
    subject: '',
    message: "'; drop table contact_messages; --",
  };
  const first = await insertContactMessage(db, fields, NOW);
  expect(first).toMatchObject({ ...fields, read: false, createdAt: new Date(NOW).toISOString() });
  await insertContactMessage(db, { ...fields, suspect: true }, NOW + 1);
  expect(await markContactMessage(db, first.id, true)).toEqual({ ...first, read: true });
  const ids = async (request: Parameters<typeof listContactMessages>[1]) =>
    (await listContactMessages(db, request)).items.map((message) => message.id);
  expect([await ids({}), await ids({ read: true }), await ids({ read: false })]).toEqual([[2, 1], [1], [2]]);
  const { next, total } = await listContactMessages(db, { limit: 1 });
  expect([total, await ids({ limit: 1, cursor: next ?? '' })]).toEqual([2, [1]]);
  await deleteContactMessage(db, first.id);
  await expect(deleteContactMessage(db, first.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(markContactMessage(db, first.id, true)).rejects.toMatchObject({ code: 'not_found' });
});

test('a setting is read through its schema; what that does not accept counts as not set', async () => {
  const { db } = blog;
  const shape = z.object({ name: z.string() });
  expect(await findSetting(db, 'site', shape)).toBeNull();
  await setSetting(db, 'site', { name: 'a' }, NOW);
  await setSetting(db, 'site', { name: 'b', more: 1 }, NOW);
  expect(await findSetting(db, 'site', shape)).toEqual({ name: 'b' });
  expect(await findSetting(db, 'site', z.string())).toBeNull();
  expect(await findSiteId(db)).toBeNull();
  await setSiteId(db, 'id', NOW);
  expect(await findSiteId(db)).toBe('id');
});
