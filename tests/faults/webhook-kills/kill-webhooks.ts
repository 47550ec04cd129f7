import { createHmac } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, openReader } from '#server/db/open.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { postValues } from '#server/repositories/blog-fixture.ts';
import { eventsAfter, lastEvent } from '#server/repositories/event-log.ts';
import type { PostEvent } from '#server/repositories/posts/post-events.ts';
import { insertPost } from '#server/repositories/posts/post-writes.ts';
import { createTestReceiver, type TestReceiver } from '#server/test-receiver.ts';
import { createWebhook, listWebhooks } from '#shared/contract/webhooks.ts';
import { WEBHOOK_EVENTS } from '#shared/kernel/webhook-events.ts';
import { type BuiltServer, startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';

/** The seed from which every moment of a kill follows. */
export const SEED = 20261126;

export interface WebhookKillPlan {
  /** The number of posts. Each makes two events: it is written, and it goes live. */
  readonly posts: number;
  readonly kills: number;
}

/** The outcome of the messages of a server that was killed while it sent them. */
export interface KilledWebhooks {
  readonly faults: string[];
  readonly kills: number;
  readonly events: number;
  /** The number of messages that the receiver got. */
  readonly sent: number;
  /** How many of these it had received before. */
  readonly repeats: number;
  /** The number of messages that arrived for the first time after a message of a later event. */
  readonly outOfOrder: number;
}

/** Messages that have not all been accepted after this time never will be. */
const PATIENCE = 120_000;
/**
 * The longest time, in milliseconds, that the receiver takes for an answer, so that kills come before, during and after
 * it.
 */
const ANSWER_WITHIN = 8;

/**
 * Writes posts beside a built server that reports them to a receiver, and kills the server again and again on the way.
 */
export async function killWebhooks(plan: WebhookKillPlan, onKill: (number: number) => void): Promise<KilledWebhooks> {
  const random = seededRandom(SEED);
  const receiver = await createTestReceiver();
  receiver.answer(async (response) => {
    await wait(random() * ANSWER_WITHIN);
    response.writeHead(204).end();
  });
  const server = await startBuiltServer('http://127.0.0.1:9/v1', { WEBHOOK_ALLOW_LOCAL: 'true' });
  try {
    const address = `${receiver.address}/told`;
    const fields = { name: 'Told', address, events: [...WEBHOOK_EVENTS], hearsDrafts: true, isOn: true };
    const { secretText } = await server.client.call(createWebhook, { body: fields });
    const begin = await placeIn(server);
    const aRound = Math.ceil(plan.posts / plan.kills);
    let written = 0;
    let kills = 0;
    while (kills < plan.kills) {
      const count = Math.min(aRound, plan.posts - written);
      await writePosts(server, written, count);
      written += count;
      await sentMore(receiver, Math.max(1, 2 * aRound * random()), 2 * written);
      await wait(random() * 2 * ANSWER_WITHIN);
      await server.kill();
      kills += 1;
      onKill(kills);
      await server.start();
    }
    const events = await eventsIn(server, begin);
    await allTaken(server, receiver, events.length);
    const { outOfOrder, faults } = look({ receiver, events, secretText, kills });
    faults.push(...leftIn(server));
    const repeats = receiver.received.length - events.length;
    return { faults, kills, events: events.length, sent: receiver.received.length, repeats, outOfOrder };
  } finally {
    await server.remove();
    await receiver.close();
  }
}

/** Writes posts in a process beside the server, as an import does. */
async function writePosts({ dataFolder }: BuiltServer, before: number, count: number): Promise<void> {
  const database = openDatabase(path.join(dataFolder, DATABASE_FILE));
  try {
    await inTransaction(database.db, async (trx) => {
      for (let number = before + 1; number <= before + count; number += 1)
        await insertPost(trx, postValues({ slug: `told-of-${number}` }), Date.now());
    });
  } finally {
    await database.close();
  }
}

async function inDatabase<T>({ dataFolder }: BuiltServer, read: (db: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(path.join(dataFolder, DATABASE_FILE));
  return read(database.db).finally(() => database.close());
}
type Database = ReturnType<typeof openDatabase>['db'];

const placeIn = (server: BuiltServer) => inDatabase(server, lastEvent);
const eventsIn = (server: BuiltServer, after: number) =>
  inDatabase(server, async (db) => eventsAfter(db, after, await lastEvent(db)));

/** Resolves when the receiver has got so many more messages, or all of them. */
async function sentMore({ received }: TestReceiver, more: number, all: number): Promise<void> {
  const goal = Math.min(received.length + more, all);
  const end = Date.now() + PATIENCE;
  while (received.length < goal && Date.now() < end) await wait(2);
}

/** Resolves when each message has arrived and none is waiting to be sent. */
async function allTaken({ client }: BuiltServer, receiver: TestReceiver, count: number): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const waiting = (await client.call(listWebhooks)).reduce((sum, webhook) => sum + webhook.waiting, 0);
    if (waiting === 0 && idsOf(receiver).size >= count) return;
    await wait(50);
  }
}

const idOf = ({ headers }: TestReceiver['received'][number]) => String(headers['webhook-id']);
const idsOf = ({ received }: TestReceiver) => new Set(received.map(idOf));

interface Looked {
  receiver: TestReceiver;
  events: readonly PostEvent[];
  secretText: string;
  kills: number;
}

/** Returns the faults, a line each, and the number of messages that arrived after one of a later event. */
function look({ receiver, events, secretText, kills }: Looked): { faults: string[]; outOfOrder: number } {
  const faults: string[] = [];
  const places = new Map(events.map(({ id }, place) => [id, place]));
  const byId = Map.groupBy(receiver.received, idOf);
  const lost = events.filter(({ id }) => !byId.has(id));
  if (lost.length > 0) faults.push(`${lost.length} of ${events.length} events were never told`);
  for (const [id, messages] of byId) {
    const event = events[places.get(id) ?? -1];
    if (!event) faults.push(`${id} is the id of no event`);
    if (new Set(messages.map(({ body }) => body)).size !== 1) faults.push(`${id} was told in different words`);
    const body = JSON.parse(messages[0]?.body ?? 'null') as { id?: string; type?: string; at?: string } | null;
    if (body?.id !== id || body.type !== event?.type || body.at !== event?.at)
      faults.push(`the message ${id} does not say what its event is`);
    if (!messages.every((message) => isSigned(message, secretText))) faults.push(`a message ${id} is not signed`);
  }
  const repeats = receiver.received.length - byId.size;
  if (repeats > kills) faults.push(`${repeats} messages came again after ${kills} kills`);
  let last = -1;
  let outOfOrder = 0;
  for (const id of byId.keys()) {
    const place = places.get(id) ?? -1;
    if (place < last) outOfOrder += 1;
    last = Math.max(last, place);
  }
  return { faults, outOfOrder };
}

/** Checks the signature as Standard Webhooks asks a receiver to do (https://www.standardwebhooks.com). */
function isSigned({ headers, body }: TestReceiver['received'][number], secretText: string): boolean {
  const key = Buffer.from(secretText.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** Returns what the server's own records have other than delivered messages. */
function leftIn({ dataFolder }: BuiltServer): string[] {
  const reader = openReader(path.join(dataFolder, DATABASE_FILE));
  try {
    const rows = reader
      .prepare("select state, count(*) as count from webhook_deliveries where state <> 'delivered' group by state")
      .all() as { state: string; count: number }[];
    return rows.map(({ state, count }) => `${count} messages are ${state} on the server’s books`);
  } finally {
    reader.close();
  }
}
