import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changingFrom } from '#server/change-origin.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { auditEvents } from '#shared/kernel/audit-events.ts';
import { longTest } from '#tests/long-test.ts';
import { DAY, NOW, openBlog } from '../blog-fixture.ts';
import { type AuditFilter, forgetAudit, listAudit, noteInAudit } from './audit.ts';

let database: OpenDatabase;
beforeEach(async () => {
  database = await openBlog();
});
afterEach(() => database.close());

const list = (filter: AuditFilter = {}, limit = 50) => listAudit(database.db, { ...filter, limit });
const namesIn = async (filter: AuditFilter = {}) => (await list(filter)).items.map(({ name }) => name);
const note = (name: string, now = NOW) => noteInAudit(database.db, { event: 'token_made', name }, now);

test('an entry says when, who, from where and to what', async () => {
  const origin = { kind: 'app', device: 'Linux', network: '192.0.2.1' } as const;
  await changingFrom(origin, () =>
    noteInAudit(
      database.db,
      { event: 'email_changed', subject: 1, name: 'Owner', details: { before: 'a@example.com' } },
      NOW,
    ),
  );
  expect((await list()).items).toEqual([
    {
      id: 1,
      at: new Date(NOW).toISOString(),
      class: 'security',
      event: 'email_changed',
      actor: { kind: 'app', device: 'Linux' },
      network: '192.0.2.1',
      subject: '1',
      name: 'Owner',
      details: { before: 'a@example.com' },
      count: 1,
    },
  ]);
});

test('what is undone was never noted: an entry goes with its transaction', async () => {
  const failing = inTransaction(database.db, async (trx) => {
    await noteInAudit(trx, { event: 'password_changed' }, NOW);
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect((await list()).total).toBe(0);
});

test.each([
  ['changed', "update audit set name = 'another'"],
  ['deleted', 'delete from audit'],
  ['deleted by lowering what is kept', "update audit_floors set below = -1 where class = 'security'"],
  ['freed of what keeps it', 'delete from audit_floors'],
  ['replaced', "insert or replace into audit (id, at, class, event, actor) select id, at, class, 'x', 'y' from audit"],
])('an entry cannot be %s', async (_what, statement) => {
  await note('kept');
  expect(() => database.sqlite.exec(statement)).toThrow(/audit log|does not come back/);
  expect(await namesIn()).toEqual(['kept']);
});

test('entries are found by class, by event and by time, page by page, the last first', async () => {
  for (const day of [0, 1, 2, 3]) await note(`token ${day}`, NOW + day * DAY);
  await noteInAudit(database.db, { event: 'sign_in_failed', name: 'stranger' }, NOW);
  await noteInAudit(database.db, { event: 'post_deleted', name: 'post' }, NOW);
  const at = (day: number) => new Date(NOW + day * DAY).toISOString();
  expect(await namesIn({ class: 'refused' })).toEqual(['stranger']);
  expect(await namesIn({ event: 'post_deleted' })).toEqual(['post']);
  expect(await namesIn({ class: 'security', from: at(1), to: at(3) })).toEqual(['token 2', 'token 1']);
  const first = await list({ class: 'security' }, 3);
  expect([first.items.length, first.total]).toEqual([3, 4]);
  const { items, next } = await listAudit(database.db, { class: 'security', limit: 3, cursor: first.next ?? '' });
  expect([items.map(({ name }) => name), next]).toEqual([['token 0'], null]);
});

test('what a newer program has noted is shown, and hides nothing', async () => {
  database.sqlite.exec(
    `insert into audit (at, class, event, actor, details) values ('2026-01-01T00:00:00.000Z', 'security', 'teleported', 'robot', 'no json')`,
  );
  const [entry] = (await list()).items;
  expect(entry).toMatchObject({ event: null, actor: { kind: null, device: '' }, details: {} });
});

test('what is too old is forgotten, some at a time, each class by itself, and what is young is kept', async () => {
  for (let number = 0; number < 5; number += 1) await note(`old ${number}`, NOW - 2 * DAY);
  await noteInAudit(database.db, { event: 'sign_in_failed', name: 'another class' }, NOW - 2 * DAY);
  await note('young');
  const forget = () => forgetAudit(database.db, 'security', { before: NOW - DAY, most: 100, atOnce: 3 });
  expect([await forget(), await forget(), await forget()]).toEqual([3, 2, 0]);
  expect(await namesIn()).toEqual(['young', 'another class']);
});

test('of more than are kept the last stay, whatever their time', async () => {
  for (let number = 0; number < 5; number += 1) await note(`token ${number}`);
  expect(await forgetAudit(database.db, 'security', { before: 0, most: 2, atOnce: 100 })).toBe(3);
  expect(await namesIn()).toEqual(['token 4', 'token 3']);
});

test('a page of 100,000 entries is read by an index, whatever it is narrowed to', async () => {
  const plans: string[] = [];
  const planOf = async (query: string) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(database.db);
    plans.push(rows.map(({ detail }) => detail).join(' '));
  };
  const ends = 'order by id desc limit 51';
  await planOf(`select * from audit ${ends}`);
  await planOf(`select * from audit where class = 'security' and id < 5 ${ends}`);
  await planOf(`select * from audit where event = 'signed_in' ${ends}`);
  await planOf(`select count(*) from audit where class = 'security' and at >= '2026' and at < '2027'`);
  await planOf(`select count(*) from audit where at >= '2026' and at < '2027'`);
  expect(plans.slice(0, 1)).toEqual(['SCAN audit']);
  expect(plans.slice(1)).toEqual([
    'SEARCH audit USING INDEX audit_class (class=? AND id<?)',
    'SEARCH audit USING INDEX audit_event (event=?)',
    'SEARCH audit USING COVERING INDEX audit_class (class=?)',
    'SEARCH audit USING COVERING INDEX audit_at (at>? AND at<?)',
  ]);
  // No plan sorts the entries again.
  expect(plans.join()).not.toContain('TEMP B-TREE');
});

longTest(
  'of 100,000 entries a page, narrowed or not, comes at once, and no more entries are read than it shows',
  async () => {
    const { sqlite } = database;
    const events = Object.entries(auditEvents);
    const add = sqlite.prepare(
      `insert into audit (at, class, event, actor, device, network, subject, name, details, count)
     values (?, ?, ?, 'browser', 'Firefox', '192.0.2.1', '1', ?, '{"before":"a"}', 1)`,
    );
    sqlite.transaction(() => {
      for (let number = 0; number < 100_000; number += 1) {
        const [event, { is }] = events[number % events.length] ?? ['post_deleted', { is: 'content' }];
        add.run(new Date(NOW + number * 60_000).toISOString(), is, event, `entry ${number}`);
      }
    })();
    const at = (number: number) => new Date(NOW + number * 60_000).toISOString();
    const first = await list();
    expect([first.total, first.items[0]?.name]).toEqual([100_000, 'entry 99999']);
    const filters: (AuditFilter & { cursor?: string })[] = [
      {},
      { cursor: first.next ?? '' },
      { class: 'security' },
      { class: 'refused', from: at(40_000), to: at(60_000) },
      { event: 'token_made' },
      { from: at(50_000), to: at(50_100) },
      { from: at(200_000) },
    ];
    for (const filter of filters) {
      const begun = performance.now();
      const { items } = await listAudit(database.db, { ...filter, limit: 50 });
      // Milliseconds. A page takes a few on any machine; reading and sorting all entries takes some hundred.
      expect([filter, performance.now() - begun < 250]).toEqual([filter, true]);
      expect(items.length).toBeLessThanOrEqual(50);
    }
  },
);

test('every event has words of its own', () => {
  const labels = Object.values(auditEvents).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});
