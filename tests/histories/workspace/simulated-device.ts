import { createApiClient } from '#shared/api-client/client.ts';
import { createExchangeApi } from '#shared/api-client/exchange-api.ts';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { openDocument, type TextNames, type WorkspaceDocument } from '#shared/workspace/document.ts';
import { createExchange, type Exchange } from '#shared/workspace/exchange/exchange.ts';
import type { MemoryStore } from '#shared/workspace/memory-store.ts';
import type { DocumentName, ForeignChange } from '#shared/workspace/store-port.ts';
import { joinUpdates, tombstoneOf } from '#shared/workspace/tombstone.ts';
import { createNetwork, type Network, type Weather } from './faulty-network.ts';
import type { Site } from './simulated-site.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The things that all devices of a history share. */
export interface World {
  site: () => Site;
  time: VirtualTime;
  random: () => number;
  /** Returns a number, for a Yjs client, that was not used in this history before. */
  nextNumber: () => number;
  /**
   * Returns a UUID that was not used before, in this history or another, because the servers stay for all histories.
   */
  uniqueId: () => string;
}

export interface Device {
  readonly weather: Weather;
  readonly store: MemoryStore;
  exchange(): Exchange;
  /** Whether a document is on the screen, or in the list of live documents. */
  has(name: DocumentName): Promise<boolean>;
  /** Types a token between two others, and saves it. */
  type(name: DocumentName, token: string): Promise<void>;
  /** Removes one token, and returns it; null if there is none. */
  erase(name: DocumentName): Promise<string | null>;
  setField(name: DocumentName, value: number): Promise<void>;
  /** Deletes a document, and returns the tokens it had. */
  remove(name: DocumentName): Promise<string[]>;
  compact(name: DocumentName): Promise<void>;
  /** Forgets permanently what was removed before this moment of the device's clock. */
  purge(): Promise<void>;
  /** Closes everything that the owner has open on the screen. */
  closeAll(): void;
  /** From now on the clock of the device is wrong by so many milliseconds. */
  setClock(offset: number): void;
  /**
   * Power off, power on: everything that was not on the disk is lost, and messages on their way continue without the
   * device.
   */
  crash(): void;
  shutDown(): Promise<void>;
  /** A second device with a copy of this one's disk. */
  clone(): Device;
  /** Returns what this device's disk contains: every document, its text and its fields. */
  content(): Promise<Map<string, string>>;
  /** Returns the texts on the screen that differ from those of the disk. */
  staleScreens(): Promise<string[]>;
}

/** The long text of each kind of document into which the device types. */
const textNames = { draft: 'content', prompt: 'prompt', run: 'output:6' } as const;
export type WrittenKind = keyof typeof textNames;
const kinds: readonly DocumentKind[] = ['draft', 'prompt', 'run', 'preferences'];

export function tokensOf(text: string): string[] {
  return text.match(/<\d+>/g) ?? [];
}

function textNameOf(kind: DocumentKind): TextNames[DocumentKind] {
  return textNames[kind as WrittenKind];
}

export function createDevice(world: World, store: MemoryStore): Device {
  const { time, random, site, uniqueId } = world;
  const weather: Weather = { trouble: 0, isDown: false, isDeaf: false, isSlow: false, isSignedIn: true };
  /**
   * The open documents. `isKnown`: the disk has the state with which the document began, so that only new changes are
   * written.
   */
  const open = new Map<string, { document: WorkspaceDocument; pending: Uint8Array[]; isKnown: boolean }>();
  let offset = 0;
  const clock = { now: () => Date.parse('2026-01-01T00:00:00.000Z') + offset + time.now() };

  const begin = (): { exchange: Exchange; network: Network } => {
    const network = createNetwork({ site, time, random, weather });
    const api = createExchangeApi(createApiClient({ fetch: network.fetch }), time);
    const started = createExchange({ store, api, clock, timers: time, random, uniqueId });
    started.onForeign(takeIn);
    started.start();
    return { exchange: started, network };
  };
  const takeIn = (changes: readonly ForeignChange[]) => {
    for (const { id, update, isRemoved } of changes) {
      const shown = open.get(id);
      if (!shown) continue;
      if (update) shown.document.apply(update);
      // The document may be purged before the next word is typed.
      if (isRemoved) shown.isKnown = false;
    }
  };
  let { exchange, network } = begin();

  const read = async (name: DocumentName) =>
    openDocument<DocumentKind>(name, await store.load(name.id), { clientId: world.nextNumber() });
  const onScreen = async (name: DocumentName) => {
    const known = open.get(name.id);
    if (known) return known;
    const document = await read(name);
    const pending: Uint8Array[] = [];
    document.onUpdate((update) => pending.push(update));
    const opened = { document, pending, isKnown: true };
    open.set(name.id, opened);
    return opened;
  };
  /** As the editor's journal does: the time is written, then everything goes to the disk at once. */
  const change = async (name: DocumentName, edit: (document: WorkspaceDocument) => void) => {
    const shown = await onScreen(name);
    const { document, pending } = shown;
    edit(document);
    if (pending.length === 0) return;
    document.touch(clock.now());
    const batch = shown.isKnown ? joinUpdates(pending) : document.encode();
    pending.splice(0);
    await store.append(name, batch);
    shown.isKnown = true;
    exchange.noticeWrite(name.id);
  };

  return {
    weather,
    store,
    exchange: () => exchange,
    has: async ({ id, kind }) => open.has(id) || (await store.list(kind)).includes(id),
    type: (name, token) =>
      change(name, (document) => {
        const text = document.text(textNameOf(name.kind));
        const places = [...text.matchAll(/</g)].map(({ index }) => index).concat(text.length);
        const at = places[Math.floor(random() * places.length)] ?? 0;
        document.setText(textNameOf(name.kind), text.slice(0, at) + token + text.slice(at), at + token.length);
      }),
    async erase(name) {
      let erased: string | null = null;
      await change(name, (document) => {
        const text = document.text(textNameOf(name.kind));
        const tokens = tokensOf(text);
        erased = tokens[Math.floor(random() * tokens.length)] ?? null;
        if (erased === null) return;
        const at = text.indexOf(erased);
        document.setText(textNameOf(name.kind), text.slice(0, at) + text.slice(at + erased.length), at);
      });
      return erased;
    },
    setField: (name, value) => change(name, (document) => document.setField('field', value)),
    async remove(name) {
      const document = await read(name);
      const outcome = await store.remove(tombstoneOf(document, clock.now()));
      if (outcome === 'kept') return [];
      open.delete(name.id);
      exchange.noticeWrite(name.id);
      return tokensOf(document.text(textNameOf(name.kind)));
    },
    compact: ({ id }) => store.compact(id),
    purge: () => store.purge(clock.now() + 1),
    closeAll: () => open.clear(),
    setClock(milliseconds) {
      offset = milliseconds;
    },
    crash() {
      network.cut();
      void exchange.stop();
      open.clear();
      ({ exchange, network } = begin());
    },
    async shutDown() {
      network.cut();
      await exchange.stop();
      open.clear();
    },
    clone: () => createDevice(world, store.copy()),
    async content() {
      const found = new Map<string, string>();
      for (const kind of kinds) {
        for (const id of await store.list(kind)) {
          const document = await read({ id, kind });
          const text = kind === 'preferences' ? '' : document.text(textNameOf(kind));
          found.set(id, `${text} ${JSON.stringify(document.fields())}`);
        }
      }
      return found;
    },
    async staleScreens() {
      const stale: string[] = [];
      for (const [id, { document }] of open) {
        // If the document is deleted elsewhere while it is on the screen, it may be purged here: the next typed word
        // writes all of it again.
        if (!(await store.list(document.kind)).includes(id)) continue;
        const onDisk = await read(document);
        const [here, there] = [document, onDisk].map((each) => each.text(textNameOf(document.kind)));
        if (here !== there) stale.push(`${id}: "${here}" on the screen, "${there}" on the disk`);
      }
      return stale;
    },
  };
}
