import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderBlobs } from '../adapters/blobs/open-blobs.ts';
import { createPictureFiles } from '../adapters/picture-files.ts';
import type { OpenDatabase } from '../db/open.ts';
import { seedContent } from '../db/seed-content/index.ts';
import { findFirstPassword } from '../repositories/accounts/first-password.ts';
import { NOW, openEmpty } from '../repositories/blog-fixture.ts';
import { prepareFirstStart } from './first-start.ts';

let folder: string;
let database: OpenDatabase;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/ninefold-first-`);
  database = openEmpty();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const prepare = (
  owner: { email?: string; password?: string } = {},
  hashed: string[] = [],
  meanwhile: () => Promise<unknown> = async () => undefined,
) =>
  prepareFirstStart({
    db: database.db,
    clock: { now: () => NOW },
    pictures: createPictureFiles(folderBlobs(folder)),
    content: { ...seedContent, posts: [], pictures: [] },
    pictureFolder: folder,
    owner: { email: owner.email, password: owner.password, name: 'Owner' },
    async hashPassword(password) {
      hashed.push(password);
      await meanwhile();
      return `hash of ${password}`;
    },
  });
const accounts = () => database.db.selectFrom('admin_users').select(['email', 'password']).execute();

test('without a word about the owner the password is made up: sixteen letters nobody could guess, told once', async () => {
  const hashed: string[] = [];
  const { login } = await prepare({}, hashed);
  expect(login).toEqual({ email: 'admin@example.com', madeUpPassword: expect.stringMatching(/^[\w-]{16}$/) });
  expect(hashed).toEqual([login?.madeUpPassword]);
  expect(await accounts()).toEqual([{ email: 'admin@example.com', password: `hash of ${login?.madeUpPassword}` }]);
  expect((await prepare()).login).toBeNull();
  expect(await findFirstPassword(database.db)).toEqual({ endsAt: NOW + 24 * 60 * 60 * 1000 });
});

test('of two who make the site at the same moment only one is told a login, and it is the one that works', async () => {
  const made: Awaited<ReturnType<typeof prepare>>[] = [];
  const late = await prepare({}, [], async () => {
    made.push(await prepare());
  });
  const [fast] = made;
  expect(late).toEqual({ siteId: fast?.siteId, login: null });
  const password = `hash of ${fast?.login?.madeUpPassword}`;
  expect(await accounts()).toEqual([{ email: 'admin@example.com', password }]);
});

test('who names e-mail and password is told neither back', async () => {
  const hashed: string[] = [];
  const { login } = await prepare({ email: 'me@example.org', password: 'my own' }, hashed);
  expect(login).toEqual({ email: 'me@example.org', madeUpPassword: null });
  expect(hashed).toEqual(['my own']);
  expect(await findFirstPassword(database.db)).toBeNull();
});

test('a password alone is taken as well', async () => {
  expect((await prepare({ password: 'my own' })).login).toEqual({ email: 'admin@example.com', madeUpPassword: null });
});

test('two passwords are never the same', async () => {
  const one = await prepare();
  await database.close();
  database = openEmpty();
  const other = await prepare();
  expect(one.login?.madeUpPassword).not.toBe(other.login?.madeUpPassword);
  expect(one.siteId).not.toBe(other.siteId);
});
