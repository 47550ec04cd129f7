import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { listContactMessages } from '#shared/contract/contact.ts';
import { listPendingSubscriptions } from '#shared/contract/letters/subscribers.ts';
import { getPost } from '#shared/contract/posts/posts.ts';
import type { Owner } from '#tests/faults/owner.ts';
import { askEdge } from '../edges/ask-edge.ts';
import { boundsOf, type Death } from './fleet-deaths.ts';
import type { FleetStage, Machine } from './fleet-stage.ts';

/**
 * The milliseconds between two actions of visitors. A site accepts 300 subscriptions an hour from all visitors
 * together.
 */
const EVERY = { message: 400, view: 150, subscription: 15_000 } as const;
/**
 * The milliseconds within which a reader's counts are on its disk: a quarter of a second, and what a busy machine adds.
 */
const UNWRITTEN = 3250;
/** The milliseconds around a kill of the writer in which a mail may have been sent without being recorded. */
const UNNOTED = 5000;
/** The slug of the post that is read. */
const READ = 'tea';

/** What visitors have left at readers, and readers have acknowledged. */
export interface Left {
  messages: Set<string>;
  /** The addresses that subscribed. */
  addresses: Set<string>;
  views: { reader: string; at: number }[];
  /** When the mail server accepted a mail for an address, in milliseconds since 1970. */
  mailed: Map<string, number[]>;
}

interface Visitors {
  left: Left;
  /** Cases in which a reader was up all the time and did not accept what somebody left. */
  faults: string[];
  end(): Promise<void>;
}

/** Lets visitors leave messages, readings and their addresses at one reader after the other, until it is ended. */
export function letVisitorsIn({ readers, mail }: FleetStage): Visitors {
  const left: Left = { messages: new Set(), addresses: new Set(), views: [], mailed: new Map() };
  const faults: string[] = [];
  let [isOver, sent] = [false, 0];
  mail.onText = (to) => {
    left.mailed.set(to, [...(left.mailed.get(to) ?? []), Date.now()]);
    return null;
  };
  /** Sends something as a visitor who was never there before; returns whether it was accepted. */
  const leave = async (reader: Machine, path: string, body?: object): Promise<boolean> => {
    sent += 1;
    const [life, wasUp] = [reader.life, reader.isUp];
    const headers = {
      'user-agent': 'Mozilla/5.0 Firefox/140',
      'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const asked = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await askEdge(reader.port, path, asked).catch(() => null);
    if (answer?.status === 204) return true;
    if (wasUp && reader.isUp && life === reader.life)
      faults.push(`${reader.name} was up and did not take a ${path}: ${answer?.status ?? 'no answer'}`);
    return false;
  };
  const acts: Record<keyof typeof EVERY, (reader: Machine) => Promise<void>> = {
    async message(reader) {
      const message = randomUUID();
      const isTaken = await leave(reader, '/api/contact', { name: 'Ann', email: 'ann@example.com', message });
      if (isTaken) left.messages.add(message);
    },
    async view(reader) {
      // The seeded site has one post at the beginning.
      if (await leave(reader, '/api/posts/1/view')) left.views.push({ reader: reader.name, at: Date.now() });
    },
    async subscription(reader) {
      const email = `${randomUUID()}@example.com`;
      const topics = [{ kind: 'site', targetId: 0 }];
      if (await leave(reader, '/api/subscriptions', { email, topics })) left.addresses.add(email);
    },
  };
  const running = (['message', 'view', 'subscription'] as const).map(async (what) => {
    for (let turn = 0; !isOver; turn += 1) {
      const reader = readers[turn % readers.length];
      if (reader?.isUp) await acts[what](reader);
      await wait(EVERY[what]);
    }
  });
  return {
    ...{ left, faults },
    async end() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** Returns what the writer does not have as it must: each message and each address once, and the readings. */
export async function missingOf(left: Left, owner: Owner, deaths: readonly Death[]): Promise<string[]> {
  const query = (page: number) => ({ query: { page, limit: 100 } });
  const kept = await allOf((page) => owner.client.call(listContactMessages, query(page)));
  const pending = await allOf((page) => owner.client.call(listPendingSubscriptions, query(page)));
  const [messages, addresses] = [kept.map(({ message }) => message), pending.map(({ email }) => email)];
  const { least, most } = boundsOf(left.views, deaths, UNWRITTEN);
  const views = await viewsAt(owner);
  return [
    ...notOnce('message', left.messages, messages),
    ...notOnce('address', left.addresses, addresses),
    ...[...left.addresses].flatMap((address) => mailFaults(address, left.mailed.get(address) ?? [], deaths)),
    ...(views < least || views > most ? [`${views} readings are counted, of ${least} to ${most}`] : []),
  ];
}

/** Returns how often the post was read, according to the writer. */
export async function viewsAt({ client }: Owner): Promise<number> {
  return (await client.call(getPost, { params: { slug: READ } })).views;
}

function notOnce(what: string, given: ReadonlySet<string>, found: readonly string[]): string[] {
  const times = Map.groupBy(found, (each) => each);
  return [...given]
    .map((each) => times.get(each)?.length ?? 0)
    .filter((count) => count !== 1)
    .map((count) => `one ${what} that a reader took came ${count} times`);
}

/** An address that subscribed gets one mail; a second one only if the writer died before it had recorded the first. */
function mailFaults(address: string, mailed: readonly number[], deaths: readonly Death[]): string[] {
  if (mailed.length === 0) return [`${address} got no mail`];
  const isExcused = (at: number) => deaths.some(({ kind, from }) => kind === 'writer' && Math.abs(from - at) < UNNOTED);
  return mailed.slice(0, -1).every(isExcused) ? [] : [`${address} got ${mailed.length} mails`];
}

async function allOf<T>(read: (page: number) => Promise<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const found = await read(page);
    all.push(...found);
    if (found.length < 100) return all;
  }
}
