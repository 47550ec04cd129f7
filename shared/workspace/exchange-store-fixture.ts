import type { WorkspaceDocument } from './document.ts';
import { draft } from './store-fixture.ts';
import type { ExchangeStore, NamedChange, ReceivedChange } from './store-port.ts';
import { tombstoneOf } from './tombstone.ts';

/** A store to test, empty, and a way to open the same storage again, as after a restart. */
interface ExchangeStoreUnderTest {
  store: ExchangeStore;
  reopen(): Promise<ExchangeStore>;
}

export interface ExchangeStoreRule {
  rule: string;
  /** Throws when the store breaks the rule. */
  prove(subject: ExchangeStoreUnderTest): Promise<void>;
}

export const ALL = { limit: 1000, bytes: 1_000_000 };
export const name = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;
export const placeAt = (seq: number, isEnd = true) => ({
  siteId: 'site',
  cursor: { siteId: 'site', seq, id: name(seq) },
  isEnd,
});

/** A change of the draft, as the server sends it. */
export const changed = (update: Uint8Array, changeId: string | null = null): ReceivedChange => ({
  ...draft,
  type: 'update',
  update,
  changeId,
});
export const deleted = (document: WorkspaceDocument, changeId: string | null = null): ReceivedChange => ({
  ...tombstoneOf(document, 7),
  type: 'delete',
  changeId,
});
export const namesOf = (changes: readonly NamedChange[]) => changes.map(({ changeId }) => changeId);

export async function unsentOf(store: ExchangeStore): Promise<string[]> {
  return namesOf(await store.unsent(ALL));
}
