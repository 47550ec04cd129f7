import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestTimers, type TestTimers } from '#server/adapters/ai/test-timers.ts';
import type { Delivery } from '#server/adapters/letters/letter-carrier.ts';
import type { Mail } from '#server/adapters/mailer.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { DAY, HOUR, makePost, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { changeLetterSettings, findLetterSettings } from '#server/repositories/letters/letter-settings.ts';
import { findLetter, insertLetter } from '#server/repositories/letters/letters.ts';
import { takeRecipient, troublesOf } from '#server/repositories/letters/recipients.ts';
import { createLetterComposer } from '../letter-composer.ts';
import { createLetterQueue, type LetterQueue } from './letter-queue.ts';
import { createPreparing } from './prepare-letter.ts';

let blog: OpenDatabase;
let timers: TestTimers;
let queue: LetterQueue;
let now: number;
let sent: Mail[];
/** The mail server's answer to each letter. */
let answer: (mail: Mail) => Delivery | Promise<Delivery>;
let errors: unknown[];

beforeEach(async () => {
  blog = await openBlog();
  now = NOW;
  sent = [];
  errors = [];
  answer = () => ({ kind: 'taken' });
  await changeLetterSettings(
    blog.db,
    { senderName: 'Tea', replyTo: 'owner@x.example', postalAddress: 'Street', perMinute: 10_000, perHour: 500_000 },
    NOW,
  );
  start();
});
afterEach(async () => {
  await queue.stop();
  await blog.close();
  expect(errors).toEqual([]);
});

function start(): void {
  timers = createTestTimers();
  const { db } = blog;
  const clock = { now: () => now };
  const office = async () => ({
    ...{ siteName: 'Tea', siteUrl: 'https://tea.example', writerUrl: 'https://tea.example', mailFrom: undefined },
    settings: await findLetterSettings(db),
  });
  const composer = createLetterComposer({ db, clock, office });
  queue = createLetterQueue({
    ...{ db, clock, timers, office },
    prepare: createPreparing({ db, clock, composer }),
    carrier: {
      async deliver(mail) {
        sent.push(mail);
        return answer(mail);
      },
      rest() {},
      abort() {},
    },
    onError: (error) => errors.push(error),
  });
}

async function subscribe(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    email: `reader-${index + 1}@x.example`,
    created_at: new Date(NOW).toISOString(),
    link_key: `key-${index + 1}`,
  }));
  for (let from = 0; from < rows.length; from += 500)
    await blog.db
      .insertInto('newsletter_subscribers')
      .values(rows.slice(from, from + 500))
      .execute();
}

async function makeLetter(): Promise<number> {
  const { id } = await makePost(blog);
  const letter = { kind: 'post', audience: { kind: 'all' }, postIds: [id], subject: 'Post', startsAt: NOW } as const;
  return (await insertLetter(blog.db, { ...letter, key: `post:${id}` }, NOW)) ?? 0;
}

const look = () => timers.advance(5000);
const looked = <T>(read: () => T): T => {
  look();
  return read();
};
const letterOf = async (id: number) => {
  look();
  return findLetter(blog.db, { id });
};
const untilDone = (id: number) => expect.poll(() => letterOf(id)).toMatchObject({ state: 'done' });

describe('the mail server', () => {
  test.each<[string, Delivery]>([
    ['cannot be reached', { kind: 'unreachable', answer: 'connect ECONNREFUSED', isLost: false }],
    ['refuses to sign in', { kind: 'unreachable', answer: '535 Authentication failed', isLost: false }],
  ])('that %s lets letters rest, with its reason, and they go on by themselves', async (_what, fault) => {
    await subscribe(2);
    const id = await makeLetter();
    answer = () => fault;
    await queue.start();
    await expect.poll(() => queue.rest()).toEqual({ reason: 'answer' in fault && fault.answer, until: NOW + 30_000 });
    expect(sent).toHaveLength(1);
    answer = () => ({ kind: 'taken' });
    now += 30_000;
    await untilDone(id);
    expect(queue.rest()).toBeNull();
    expect(await findLetter(blog.db, { id })).toMatchObject({ sent: 2, perhapsTwice: 0 });
    expect(sent).toHaveLength(3);
  });

  test('that stays away is tried less and less often, and at once when the owner says so', async () => {
    await subscribe(1);
    const id = await makeLetter();
    answer = () => ({ kind: 'unreachable', answer: 'gone', isLost: false });
    await queue.start();
    for (const seconds of [30, 60, 120, 300, 600, 900, 900]) {
      await expect.poll(() => looked(() => queue.rest()?.until)).toBe(now + seconds * 1000);
      now += seconds * 1000;
    }
    await expect.poll(() => looked(() => queue.rest()?.until)).toBe(now + 900_000);
    answer = () => ({ kind: 'taken' });
    queue.tryNow();
    // The letter was put off to the time at which the rest would have ended.
    now += 900_000;
    await untilDone(id);
  });

  test('that puts one off gets it again, for two days', async () => {
    await subscribe(2);
    const id = await makeLetter();
    answer = ({ to }) => (to === 'reader-1@x.example' ? { kind: 'put-off', answer: '450 Busy' } : { kind: 'taken' });
    await queue.start();
    await expect.poll(() => letterOf(id)).toMatchObject({ sent: 1, state: 'sending' });
    expect(await troublesOf(blog.db, id, 10)).toMatchObject([{ state: 'waiting', answer: '450 Busy' }]);
    const tries: number[] = [];
    for (let hour = 0; hour < 60 * 4; hour += 1) {
      now += HOUR / 4;
      const before = sent.length;
      await letterOf(id);
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (sent.length > before) tries.push((now - NOW) / HOUR);
    }
    await untilDone(id);
    expect(tries.length).toBe(8);
    expect(tries.at(-1)).toBeGreaterThan(44);
    expect(tries.at(-1)).toBeLessThan(50);
    expect(await findLetter(blog.db, { id })).toMatchObject({ sent: 1, failed: 1 });
  });

  test('that refuses one after the other pauses the letter and says why', async () => {
    await subscribe(50);
    const id = await makeLetter();
    answer = () => ({ kind: 'refused', answer: '554 Spam', isBounce: false });
    await queue.start();
    await expect.poll(() => letterOf(id)).toMatchObject({ state: 'paused', failed: 20, sent: 0 });
    expect((await letterOf(id))?.reason).toBe('The mail server has refused 20 in a row. It says: 554 Spam');
    expect(sent).toHaveLength(20);
  });

  test('whose answer is lost gets the letter again, three times at most, and that is told', async () => {
    await subscribe(2);
    const id = await makeLetter();
    answer = ({ to }) =>
      to === 'reader-1@x.example' ? { kind: 'unreachable', answer: 'Timeout', isLost: true } : { kind: 'taken' };
    await queue.start();
    const inAnHour = () => {
      now += HOUR;
      return letterOf(id);
    };
    await expect.poll(inAnHour).toMatchObject({ state: 'done' });
    const toFirst = sent.filter(({ to }) => to === 'reader-1@x.example');
    expect(toFirst).toHaveLength(3);
    expect(new Set(toFirst.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await findLetter(blog.db, { id })).toMatchObject({ sent: 1, failed: 1, perhapsTwice: 1 });
  });
});

test('one that was under way when the program ended is sent again and told; all others once', async () => {
  await subscribe(3);
  const id = await makeLetter();
  let hold = () => {};
  answer = () =>
    new Promise<Delivery>((resolve) => {
      hold = () => resolve({ kind: 'taken' });
    });
  await queue.start();
  await expect.poll(() => looked(() => sent.length)).toBe(1);
  // A second queue starts while the first has never settled its letter, as after a kill.
  const killed = queue;
  answer = () => ({ kind: 'taken' });
  start();
  await queue.start();
  await untilDone(id);
  expect(sent.map(({ to }) => to)).toEqual([1, 1, 2, 3].map((number) => `reader-${number}@x.example`));
  expect(sent[0]?.messageId).toBe(sent[1]?.messageId);
  expect(await findLetter(blog.db, { id })).toMatchObject({ sent: 3, perhapsTwice: 1 });
  const stopping = killed.stop();
  hold();
  await stopping;
});

test('a stop waits for the letter under way and begins no other', async () => {
  await subscribe(3);
  const id = await makeLetter();
  let take = () => {};
  answer = () =>
    new Promise<Delivery>((resolve) => {
      take = () => resolve({ kind: 'taken' });
    });
  await queue.start();
  await expect.poll(() => looked(() => sent.length)).toBe(1);
  const stopping = queue.stop();
  take();
  await stopping;
  expect(sent).toHaveLength(1);
  expect(await findLetter(blog.db, { id })).toMatchObject({ sent: 1, state: 'sending' });
});

test('no more go out than the owner allows, also after a restart', async () => {
  await subscribe(20);
  await changeLetterSettings(blog.db, { perMinute: 3, perHour: 5 }, NOW);
  const id = await makeLetter();
  await queue.start();
  await expect.poll(() => looked(() => sent.length)).toBe(3);
  now += 61_000;
  await expect.poll(() => looked(() => sent.length)).toBe(5);
  await queue.stop();
  start();
  await queue.start();
  now += 10 * 60_000;
  await letterOf(id);
  await letterOf(id);
  expect(sent).toHaveLength(5);
  now += HOUR;
  await expect.poll(() => looked(() => sent.length)).toBe(8);
});

test.each([
  ['forward', 400 * DAY],
  ['back', -400 * DAY],
])('a clock that jumps %s and returns loses nobody and sends nothing twice', async (_where, jump) => {
  await subscribe(12);
  await changeLetterSettings(blog.db, { perMinute: 2 }, NOW);
  const id = await makeLetter();
  let isFirst = true;
  answer = () => {
    if (!isFirst) return { kind: 'taken' };
    isFirst = false;
    return { kind: 'put-off', answer: '450 Later' };
  };
  await queue.start();
  await expect.poll(() => looked(() => sent.length)).toBeGreaterThan(1);
  now += jump;
  await letterOf(id);
  now -= jump;
  const inAMinute = () => {
    now += 61_000;
    return letterOf(id);
  };
  await expect.poll(inAMinute).toMatchObject({ state: 'done' });
  expect(new Set(sent.map(({ to }) => to)).size).toBe(12);
  expect(sent).toHaveLength(13);
});

test('ten thousand recipients are written down in slices that hold nothing up', async () => {
  await subscribe(10_000);
  await changeLetterSettings(blog.db, { perMinute: 1, perHour: 1 }, NOW);
  const id = await makeLetter();
  const turns: number[] = [];
  // Milliseconds of processor time of this thread: wall-clock time would include the work of other programs.
  const worked = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = worked();
  let isWatching = true;
  const watch = () => {
    const time = worked();
    turns.push(time - last);
    last = time;
    if (isWatching) setImmediate(watch);
  };
  setImmediate(watch);
  await queue.start();
  await expect
    .poll(() => findLetter(blog.db, { id }))
    .toMatchObject({
      recipients: 10_000,
      state: 'sending',
    });
  isWatching = false;
  const slow = turns.sort((a, b) => b - a);
  // Each slice leaves the event loop to other work. The two slowest turns do not count, because the first slices run
  // before their code is compiled.
  expect(turns.length).toBeGreaterThan(40);
  expect(slow[2]).toBeLessThan(50);
  await expect.poll(() => looked(() => sent.length)).toBe(1);
  expect(await takeRecipient(blog.db, id, now)).toMatchObject({ email: 'reader-2@x.example' });
});
