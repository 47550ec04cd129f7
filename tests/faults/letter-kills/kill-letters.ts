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

/** The seed from which every moment of a kill follows. */
export const SEED = 20261125;

export interface LetterKillPlan {
  readonly letters: number;
  readonly kills: number;
}

/** The state left by a letter whose server was killed while it was sent. */
export interface KilledLetter {
  readonly faults: string[];
  readonly kills: number;
  /** The number of letters that the mail server received. */
  readonly given: number;
  /** The number of recipients whose answer was pending at a kill. */
  readonly underWay: number;
  /** How many of these received the letter more than once. */
  readonly twice: number;
}

/** A letter that is not completely sent after this time never will be. */
const PATIENCE = 120_000;
/**
 * The longest time, in milliseconds, that the mail server takes for an answer, so that kills come before, during and
 * after it.
 */
const ANSWER_WITHIN = 8;

/**
 * Sends a letter to many recipients through a real SMTP server, and kills the built server again and again on the way.
 */
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

/** Resolves when the mail server has received so many more letters, or all of them. */
async function sentMore({ mails }: TestMailServer, more: number, all: number): Promise<void> {
  const goal = Math.min(mails.length + more, all);
  const end = Date.now() + PATIENCE;
  while (mails.length < goal && Date.now() < end) await wait(2);
}

/** Returns the recipients to whom the letter was being sent when the server died, according to its database. */
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

/** Returns the faults, a line each. */
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
