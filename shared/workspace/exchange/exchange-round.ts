import type { WorkspaceCursor } from '#shared/contract/workspace.ts';
import type { NamedChange, Place } from '../store-port.ts';
import { compareAll } from './comparison.ts';
import { faultOf, refusedPlaces, UnreadableChanges } from './exchange-fault.ts';
import type { RoundPorts } from './round-ports.ts';
import { fromLog, toWire } from './wire.ts';

/** `question`: the server is a different site from the one that this device knows. */
export type RoundOutcome =
  | { readonly kind: 'done'; readonly cursor: WorkspaceCursor | null }
  | { readonly kind: 'question'; readonly siteId: string };

/** The most updates in one push, as the contract allows. */
const PUSH_LIMIT = 1000;
/** The most bytes of one push, before base64 (which is a third larger): a slow line sends them within a minute. */
const PUSH_BYTES = 1024 * 1024;

interface RoundOptions {
  /** Whether the server may have something new. */
  isPulling: boolean;
  /** Whether this is the first round, which knows nothing from earlier rounds. */
  isFirst: boolean;
}

/**
 * Makes one round: stores the changes on the server since this device's place in the log, and sends the changes that
 * the server lacks. Rejects with the errors of the API and the store; finished work stays done, and the next round
 * continues from there.
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
    // The server was either restored from an older copy, or is another site.
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

/**
 * Returns the site that answered. Changes of another site than this device's are not stored, and neither are held
 * deletions.
 */
async function pullAll(ports: RoundPorts, place: Place | null): Promise<string> {
  const { store, api } = ports;
  let cursor = place?.cursor ?? null;
  for (;;) {
    const answer = await api.pull(cursor);
    const { siteId } = answer;
    if (place !== null && siteId !== place.siteId) return siteId;
    const next = answer.cursor ?? cursor;
    // A server that does not advance, but says that there is more, would otherwise be asked forever.
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
 * Pushes a batch. The server accepts all of it or nothing. Refused updates are set aside, so that those after them are
 * sent; if the server does not say which updates it refuses, each half is tried by itself.
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
