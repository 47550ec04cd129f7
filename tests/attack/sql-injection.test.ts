import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { anotherReader } from '#server/test-call.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/index.ts';
import { shareOf } from '#tests/share.ts';

// Abuse cases 9 and 10: every parameter of every call that reads, taken from the contract, not from a list made by
// hand.

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await createTestApp({
    posts: [
      { slug: 'tea', title: 'Tea', tags: ['green'] },
      { slug: 'hidden', title: 'Zanzibar', published: false },
    ],
  });
  owner = await app.signIn();
});
afterAll(() => app.close());

const payloads = [
  "'",
  "''",
  '"',
  "' or '1'='1",
  "1' or 1=1 --",
  '1 or 1=1',
  "') union select password, email, 1 from admin_users --",
  "'; drop table blog_posts; --",
  "%' and (select password from admin_users limit 1) like '$argon%",
  "1; attach database '/tmp/x.db' as x",
  "x' and randomblob(1000000000) is not null --",
  '{"$ne":null}',
  "\\'; select 1 --",
  '%',
  '_',
];

const calls: readonly Endpoint[] = endpoints;
const namesOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : schema instanceof z.ZodPipe ? namesOf(schema.def.in) : [];
// A stream of events does not end by itself, and its call takes no parameters.
const readers = calls.filter(({ method, stream }) => method === 'GET' && stream !== 'text/event-stream');
const doors = readers.flatMap((call) => [
  ...namesOf(call.query).map((name) => ({ call, name, kind: 'query' as const })),
  ...[...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ call, name, kind: 'path' as const })),
]);

const addressOf = ({ call, name, kind }: (typeof doors)[number], value: string) => {
  const place = (_: string, each: string) => encodeURIComponent(kind === 'path' && each === name ? value : '1');
  const path = call.path.replace(/:(\w+)/g, place);
  return kind === 'query' ? `${path}?${name}=${encodeURIComponent(value)}` : path;
};
const dump = () =>
  ['blog_posts', 'admin_users', 'categories', 'authors', 'tags'].map((table) =>
    app.database.sqlite.prepare(`select * from ${table} order by 1`).all(),
  );

test('the doors are found', () => {
  expect(doors.length).toBeGreaterThan(15);
  expect(doors.map(({ name }) => name)).toEqual(expect.arrayContaining(['q', 'category', 'tag', 'slug', 'cursor']));
});

describe('SQL where a value belongs changes no question', () => {
  const cases = doors.map((door, index) => ({
    ...door,
    title: `${door.name} (${door.kind}) of ${door.call.name}`,
    values: shareOf(payloads, 6, index),
  }));
  test.each(cases)('$title', async (door) => {
    const before = dump();
    for (const value of door.values) {
      for (const cookie of ['', owner]) {
        const url = addressOf(door, value);
        const { statusCode, body } = await app.http.inject({
          url,
          headers: { cookie },
          remoteAddress: anotherReader(),
        });
        expect([url, [200, 400, 401, 404, 410].includes(statusCode)]).toEqual([url, true]);
        expect(body).not.toMatch(/argon2|no hash|near "|SQLITE|unrecognized token/);
        if (cookie === '') expect(body).not.toContain('Zanzibar');
      }
    }
    expect(dump()).toEqual(before);
  });

  test('and a quotation mark that is meant finds what has one', async () => {
    await app.post({ slug: 'oolong', title: "The 'best' tea's end", tags: ["o'clock"] });
    const questions: Record<string, string>[] = [{ q: "tea's" }, { tag: "o'clock" }];
    for (const query of questions) {
      const response = await app.http.inject({ url: '/api/posts', query, remoteAddress: anotherReader() });
      expect(response.json()).toMatchObject([{ slug: 'oolong' }]);
    }
  });
});

describe('SQL in what the owner writes is text', () => {
  test.each(payloads.filter((each) => each.trim().length > 2))('%s', async (value) => {
    const before = dump()[1];
    const created = await app.http.inject({
      method: 'POST',
      url: '/api/posts/draft',
      headers: { cookie: owner },
      payload: { title: value, content: value, excerpt: value, tags: [value.slice(0, 40)] },
    });
    expect(created.json()).toMatchObject({ title: value, excerpt: value });
    expect(dump()[1]).toEqual(before);
  });

  test.each([
    ['categoryId', '1 or 1=1'],
    ['authorId', '1; drop table authors'],
    ['id', "1' --"],
    ['version', '1 or 1'],
  ])('%s is a number and nothing else', async (name, value) => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/posts/draft',
      headers: { cookie: owner },
      payload: { title: 'T', [name]: value },
    });
    expect(response.json()).toMatchObject({ code: 'invalid_input' });
  });
});
