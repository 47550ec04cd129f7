import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { fieldsOf, startTestMailServer, type TestMailServer } from '#server/test-mail-server.ts';
import { updateLetterSettings } from '#shared/contract/letters/letter-settings.ts';
import { createLetter, type Letter, listLetters } from '#shared/contract/letters/letters.ts';
import { createPost } from '#shared/contract/posts/posts-admin.ts';
import { type BuiltServer, startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';

/** Every moment of a kill follows from it. */
export const SEED = 20261125;

export interface LetterKillPlan {
  readonly letters: number;
  readonly kills: number;
}

/** What a letter has left whose server was killed while it was sent. */
export interface KilledLetter {
  readonly faults: string[];
  readonly kills: number;
  /** Letters the mail server was given. */
  readonly given: number;
  /** Recipients whose answer was under way at a kill. */
  readonly underWay: number;
  /** Of these, how many were given the letter more than once. */
  readonly twice: number;
}

/** A letter that is not all sent by then will not be. */
const PATIENCE = 120_000;
/** Milliseconds the mail server takes for an answer, at most: kills meet letters before, in and after it. */
const ANSWER_WITHIN = 8;

/** Sends a letter to many through a real SMTP server, killing the built server again and again on the way. */
export async function killLetters(plan: LetterKillPlan, onKill: (number: number) => void): Promise<KilledLetter> {
  const random = seededRandom(SEED);
  const mailServer = await startTestMailServer();
  mailServer.onText = async () => {
    await wait(random() * ANSWER_WITHIN);
    return null;
  };
  const server = await startBuiltServer('http://127.0.0.1:9/v1', { SMTP_URL: mailServer.url });
  try {
    const emails = await subscribe(server, plan.letters);
    await begin(server);
    const underWay = new Set<string>();
    const faults: string[] = [];
    let kills = 0;
    const between = plan.letters / (plan.kills + 1);
    while (kills < plan.kills) {
      await sentMore(mailServer, Math.max(1, between * (0.5 + random() * 0.8)), plan.letters);
      await wait(random() * 2 * ANSWER_WITHIN);
      await server.kill();
      kills += 1;
      const sending = sendingIn(server);
      if (sending.length > 1) faults.push(`${sending.length} were under way at kill ${kills}`);
      for (const email of sending) underWay.add(email);
      onKill(kills);
      await server.start();
    }
    const letter = await finished(server);
    faults.push(...faultsOf(mailServer, letter, { emails, underWay, kills }));
    const twice = [...underWay].filter((email) => mailServer.mails.filter(({ to }) => to === email).length > 1).length;
    return { faults, kills, given: mailServer.mails.length, underWay: underWay.size, twice };
  } finally {
    await server.remove();
    await mailServer.close();
  }
}

async function subscribe({ dataFolder }: BuiltServer, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `reader-${index + 1}@x.example`);
  const database = openDatabase(path.join(dataFolder, DATABASE_FILE));
  const rows = emails.map((email) => ({ email, created_at: '2026-11-25T00:00:00.000Z', link_key: randomUUID() }));
  for (let from = 0; from < rows.length; from += 500)
    await database.db
      .insertInto('newsletter_subscribers')
      .values(rows.slice(from, from + 500))
      .execute();
  await database.close();
  return emails;
}

async function begin({ client }: BuiltServer): Promise<void> {
  const sender = { senderName: 'Tea', replyTo: 'owner@x.example', postalAddress: 'Leaf Street 1' };
  await client.call(updateLetterSettings, { body: { ...sender, perMinute: 10_000, perHour: 500_000 } });
  const text = { title: 'Oolong', slug: 'oolong', excerpt: 'Half way.', content: 'Between green and black.' };
  const post = await client.call(createPost, { body: { ...text, categoryId: 1, readTime: 1, published: true } });
  await client.call(createLetter, { body: { postIds: [post.id], audience: { kind: 'all' }, key: randomUUID() } });
}

/** Resolves when the mail server was given so many more, or all there are. */
async function sentMore({ mails }: TestMailServer, more: number, all: number): Promise<void> {
  const goal = Math.min(mails.length + more, all);
  const end = Date.now() + PATIENCE;
  while (mails.length < goal && Date.now() < end) await wait(2);
}

/** Who was being sent the letter when the server died, by its database. */
function sendingIn({ dataFolder }: BuiltServer): string[] {
  const reader = openReader(path.join(dataFolder, DATABASE_FILE));
  try {
    return reader
      .prepare(
        "select s.email from letter_recipients r join newsletter_subscribers s on s.id = r.subscriber_id where r.state = 'sending'",
      )
      .pluck()
      .all() as string[];
  } finally {
    reader.close();
  }
}

async function finished({ client }: BuiltServer): Promise<Letter | undefined> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const [letter] = await client.call(listLetters, {});
    if (letter?.endedAt || Date.now() > end) return letter;
    await wait(50);
  }
}

interface Known {
  emails: readonly string[];
  underWay: ReadonlySet<string>;
  kills: number;
}

/** What should not be: a line each. */
function faultsOf({ mails }: TestMailServer, letter: Letter | undefined, known: Known): string[] {
  const { emails, underWay, kills } = known;
  const faults: string[] = [];
  const got = Map.groupBy(mails, ({ to }) => to);
  for (const email of emails) {
    const own = got.get(email) ?? [];
    if (own.length === 0) faults.push(`${email} has no letter`);
    if (own.length > 1 && !underWay.has(email))
      faults.push(`${email} has ${own.length} letters, and none was under way`);
    const ids = new Set(own.flatMap((mail) => fieldsOf(mail, 'Message-ID')));
    if (own.length > 0 && ids.size !== 1) faults.push(`${email} has letters of ${ids.size} Message-IDs`);
  }
  if (mails.length > emails.length + kills) faults.push(`${mails.length} letters were given after ${kills} kills`);
  if (letter?.state !== 'done' || letter.sent !== emails.length)
    faults.push(`the letter is ${letter?.state}, sent to ${letter?.sent}`);
  if (letter?.perhapsTwice !== underWay.size)
    faults.push(`${letter?.perhapsTwice} are told as perhaps twice, and ${underWay.size} were under way`);
  return faults;
}
