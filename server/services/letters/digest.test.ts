import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { DAY, HOUR, makePost, openBlog } from '#server/repositories/blog-fixture.ts';
import { noteLive, setLetterOf } from '#server/repositories/letters/letter-posts.ts';
import { changeLetterSettings } from '#server/repositories/letters/letter-settings.ts';
import { insertLetter, listLetters } from '#server/repositories/letters/letters.ts';
import { createDigest, type Digest, nextDigestTime } from './digest.ts';

// Sunday, 1 June 2025, 12:00 UTC.
const START = Date.UTC(2025, 5, 1, 12);
const MONDAY = '2025-06-02T07:00:00.000Z';

let blog: OpenDatabase;
let digest: Digest;
let now: number;
beforeEach(async () => {
  blog = await openBlog();
  now = START;
  digest = createDigest({ db: blog.db, clock: { now: () => now }, hasMailServer: true });
  const sender = { senderName: 'Tea', replyTo: 'owner@x.example', postalAddress: 'Street' };
  const times = { hasDigest: true, digestDay: 1, digestHour: 9, timeZone: 'Europe/Berlin' };
  await changeLetterSettings(blog.db, { ...sender, ...times }, START);
});
afterEach(() => blog.close());

async function news(at: number): Promise<number> {
  const { id } = await makePost(blog);
  await noteLive(blog.db, [id], at);
  return id;
}
const digests = async () => (await listLetters(blog.db, {})).items;

test('a digest is made once a week at the owner’s hour, of what had no letter of its own', async () => {
  expect(await digest.makeIfDue()).toBe(MONDAY);
  const [first, own, second] = [await news(START), await news(START), await news(START + HOUR)];
  const letter = {
    key: 'post:x',
    kind: 'post',
    audience: { kind: 'followers' },
    subject: 'Own',
    startsAt: START,
  } as const;
  await setLetterOf(blog.db, [own], (await insertLetter(blog.db, { ...letter, postIds: [own] }, START)) ?? 0);
  now = Date.parse(MONDAY);
  expect(await digest.makeIfDue()).toBe('2025-06-09T07:00:00.000Z');
  await digest.makeIfDue();
  expect(await digests()).toMatchObject([{ kind: 'digest', posts: [{ id: first }, { id: second }] }, { kind: 'post' }]);
  expect(await digest.posts()).toEqual([]);
});

test('a week without news has none', async () => {
  await digest.makeIfDue();
  now = Date.parse(MONDAY);
  await digest.makeIfDue();
  expect(await digests()).toEqual([]);
});

test('one that was missed is made late, one from before it was turned on is not', async () => {
  await news(START - 20 * DAY);
  const fresh = await news(START);
  await digest.makeIfDue();
  now = Date.parse(MONDAY) + 3 * DAY;
  expect(await digest.makeIfDue()).toBe('2025-06-09T07:00:00.000Z');
  expect(await digests()).toMatchObject([{ posts: [{ id: fresh }] }]);
});

test('another day or hour counts from now on', async () => {
  await news(START);
  await digest.makeIfDue();
  await changeLetterSettings(blog.db, { digestDay: 3 }, now);
  expect(await digest.makeIfDue()).toBe('2025-06-04T07:00:00.000Z');
  now = Date.parse(MONDAY);
  await digest.makeIfDue();
  expect(await digests()).toEqual([]);
});

test('a clock that was a year ahead makes none twice, and the next is not a year away', async () => {
  await news(START);
  await digest.makeIfDue();
  now += 366 * DAY;
  await digest.makeIfDue();
  now = START;
  expect(await digest.makeIfDue()).toBe(MONDAY);
  now = Date.parse(MONDAY);
  await digest.makeIfDue();
  expect((await digests()).length).toBeLessThanOrEqual(1);
});

test.each([
  ['in winter', 'Europe/Berlin', '2025-01-01T00:00:00Z', '2025-01-06T08:00:00.000Z'],
  ['in summer', 'Europe/Berlin', '2025-07-01T00:00:00Z', '2025-07-07T07:00:00.000Z'],
  ['half an hour off', 'Asia/Kolkata', '2025-07-01T00:00:00Z', '2025-07-07T03:30:00.000Z'],
  ['three quarters off', 'Asia/Kathmandu', '2025-07-01T00:00:00Z', '2025-07-07T03:15:00.000Z'],
  ['at that very time', 'UTC', '2025-07-07T09:00:00Z', '2025-07-14T09:00:00.000Z'],
  ['just before', 'UTC', '2025-07-07T08:59:59Z', '2025-07-07T09:00:00.000Z'],
])('Monday, nine o’clock, %s', (_when, timeZone, after, expected) => {
  const time = nextDigestTime({ digestDay: 1, digestHour: 9, timeZone }, Date.parse(after));
  expect(new Date(time).toISOString()).toBe(expected);
});

test('an hour the clocks leave out is the one behind it', () => {
  // On 30 March 2025, two o'clock in Berlin becomes three.
  const time = nextDigestTime({ digestDay: 0, digestHour: 2, timeZone: 'Europe/Berlin' }, Date.UTC(2025, 2, 29));
  expect(new Date(time).toISOString()).toBe('2025-03-30T01:00:00.000Z');
});
