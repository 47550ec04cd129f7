import type { WorkspaceCursor } from '#shared/contract/workspace.ts';
import type { NamedChange, Place } from '../store-port.ts';
import { compareAll } from './comparison.ts';
import { faultOf, refusedPlaces, UnreadableChanges } from './exchange-fault.ts';
import type { RoundPorts } from './round-ports.ts';
import { fromLog, toWire } from './wire.ts';

/** `question`: the server is another site than the one this device knows. */
export type RoundOutcome =
  | { readonly kind: 'done'; readonly cursor: WorkspaceCursor | null }
  | { readonly kind: 'question'; readonly siteId: string };

/** Updates of one push, as the contract allows. */
const PUSH_LIMIT = 1000;
/** Bytes of one push before they are base64 (a third more): a slow line is done with them in a minute. */
const PUSH_BYTES = 1024 * 1024;

interface RoundOptions {
  /** Something may be new on the server. */
  isPulling: boolean;
  /** Nothing is known of what earlier rounds saw. */
  isFirst: boolean;
}

/**
 * One round: takes in what the server has since our place in its log, and gives it what it lacks. Rejects as the API and
 * the store do; what was done by then stays done, and the next round goes on from there.
 */
export async function exchangeRound(given: RoundPorts, { isPulling, isFirst }: RoundOptions): Promise<RoundOutcome> {
  const { store, api } = given;
  const touched = new Set<string>();
  const ports: RoundPorts = {
    ...given,
    onReceived(changed) {
      for (const { id } of changed) touched.add(id);
      given.onReceived(changed);
    },
    onAcknowledged(changes, seqs) {
      for (const { id } of changes) touched.add(id);
      given.onAcknowledged(changes, seqs);
    },
  };
  const place = await store.place();
  try {
    if (place === null) {
      await pullAll(ports, null);
    } else if (place.isLost || isPulling) {
      const siteId = place.isLost ? await compareAll(ports, place.siteId) : await pullAll(ports, place);
      if (siteId !== place.siteId) return { kind: 'question', siteId };
    }
    await pushAll(ports);
  } catch (error) {
    if (place === null || faultOf(error) !== 'cursor-unknown') throw error;
    // Either the server was put back from an older copy, or it is another one.
    const { siteId } = await api.pull(null, 1);
    if (siteId !== place.siteId) return { kind: 'question', siteId };
    await startOver(ports, siteId);
    await pushAll(ports);
  }
  const reached = await store.place();
  if (reached && given.deletions.question() === null && (await store.lacksBeginnings(isFirst ? null : [...touched]))) {
    await startOver(ports, reached.siteId);
    await pushAll(ports);
  }
  return { kind: 'done', cursor: (await store.place())?.cursor ?? null };
}

/** Gives the site that answered; nothing of another one than ours is taken in, nor what is held. */
async function pullAll(ports: RoundPorts, place: Place | null): Promise<string> {
  const { store, api } = ports;
  let cursor = place?.cursor ?? null;
  for (;;) {
    const answer = await api.pull(cursor);
    const { siteId } = answer;
    if (place !== null && siteId !== place.siteId) return siteId;
    const next = answer.cursor ?? cursor;
    // A server that stands still and says there is more would be asked for ever.
    const isEnd = !answer.more || next === null || next.seq <= (cursor?.seq ?? -1);
    const changes = answer.updates.map(fromLog);
    const sound = changes.filter((change) => change !== null);
    if (sound.length < changes.length) ports.report(new UnreadableChanges(changes.length - sound.length));
    if (await ports.deletions.judge(sound, isEnd)) return siteId;
    ports.onReceived(await store.receive(sound, { siteId, cursor: next, isEnd }));
    if (isEnd) return siteId;
    cursor = next;
  }
}

async function startOver(ports: RoundPorts, siteId: string): Promise<void> {
  await ports.store.startOver(siteId);
  const answered = await compareAll(ports, siteId);
  if (answered !== siteId) throw new Error('The server became another site while it was asked.');
}

async function pushAll(ports: RoundPorts): Promise<void> {
  const { store, refused, heavy } = ports;
  const place = await store.place();
  if (place === null) return;
  do {
    for (;;) {
      const changes = await store.unsent({ limit: PUSH_LIMIT, bytes: PUSH_BYTES, except: heavy.except(refused) });
      if (changes.length === 0) break;
      const sendable = heavy.setAside(changes);
      if (sendable.length > 0) await push(ports, place.siteId, sendable);
    }
  } while (await heavy.lighten(ports));
}

/**
 * Pushes a batch. The server takes all of it or nothing. What it refuses is set aside, so that what stands behind it
 * goes on; where it does not say which that is, each half is tried by itself.
 */
async function push(ports: RoundPorts, siteId: string, changes: readonly NamedChange[]): Promise<void> {
  const { store, api, refused } = ports;
  try {
    const stored = await api.push(siteId, changes.map(toWire));
    const ours = new Set(changes.map(({ changeId }) => changeId));
    const known = stored.filter(({ id }) => ours.has(id));
    if (known.length < changes.length) throw new Error('The server did not say what became of every update.');
    await store.acknowledge(known);
    ports.onAcknowledged(
      changes,
      known.map(({ seq }) => seq),
    );
  } catch (error) {
    if (faultOf(error) !== 'refused') throw error;
    const faulty = changes.length === 1 ? new Set([0]) : refusedPlaces(error, changes.length);
    if (faulty.size > 0) {
      for (const [place, { changeId }] of changes.entries()) if (faulty.has(place)) refused.add(changeId);
      ports.report(error);
    }
    const rest = changes.filter((_, place) => !faulty.has(place));
    const half = faulty.size > 0 ? rest.length : Math.ceil(rest.length / 2);
    for (const part of [rest.slice(0, half), rest.slice(half)]) {
      if (part.length > 0) await push(ports, siteId, part);
    }
  }
}
