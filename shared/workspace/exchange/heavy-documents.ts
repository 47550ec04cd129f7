import { LARGEST_DOCUMENT } from '#shared/contract/workspace.ts';
import type { DocumentName, ExchangeStore, NamedChange } from '../store-port.ts';
import { compactUpdates } from '../tombstone.ts';

interface Heavy extends DocumentName {
  readonly changeIds: Set<string>;
  /** Something was written since it was last found to be too large. */
  isChanged: boolean;
}

interface HeavyPorts {
  store: Pick<ExchangeStore, 'tombstones' | 'load' | 'enqueue'>;
  uniqueId(): string;
}

/**
 * Documents with a change that is larger than the server takes. All their updates wait here, for what was typed after such
 * a change is of no use without it, until the whole document is small enough; then one update says what they said.
 */
export interface HeavyDocuments {
  /** The same list until it changes. */
  ids(): readonly string[];
  /** The changes that wait, and those the caller leaves out besides. */
  except(others: ReadonlySet<string>): ReadonlySet<string>;
  /** Keeps back the updates of heavy documents. Gives the changes that can be sent. */
  setAside(changes: readonly NamedChange[]): NamedChange[];
  /** Puts one update in the place of many where a document has become small enough. False when none has. */
  lighten(ports: HeavyPorts): Promise<boolean>;
  clear(): void;
}

export function createHeavyDocuments(): HeavyDocuments {
  const documents = new Map<string, Heavy>();
  const waiting = new Set<string>();
  let ids: readonly string[] = [];

  function release({ id, changeIds }: Heavy): void {
    documents.delete(id);
    for (const changeId of changeIds) waiting.delete(changeId);
    ids = [...documents.keys()];
  }
  function heavyOf(change: NamedChange): Heavy | undefined {
    const { id, kind } = change;
    const known = documents.get(id);
    if (known || change.type !== 'update' || change.update.length <= LARGEST_DOCUMENT) return known;
    const heavy: Heavy = { id, kind, changeIds: new Set(), isChanged: true };
    documents.set(id, heavy);
    ids = [...documents.keys()];
    return heavy;
  }

  return {
    ids: () => ids,
    except: (others) => (waiting.size === 0 ? others : new Set([...others, ...waiting])),
    setAside: (changes) =>
      changes.filter((change) => {
        const heavy = heavyOf(change);
        if (!heavy) return true;
        heavy.isChanged = true;
        // A deletion can be sent without the document.
        if (change.type === 'delete') return true;
        heavy.changeIds.add(change.changeId);
        waiting.add(change.changeId);
        return false;
      }),
    async lighten({ store, uniqueId }) {
      const changed = [...documents.values()].filter(({ isChanged }) => isChanged);
      if (changed.length === 0) return false;
      const removed = new Set((await store.tombstones()).map(({ id }) => id));
      let isAny = false;
      for (const heavy of changed) {
        heavy.isChanged = false;
        const { id, kind, changeIds } = heavy;
        const update = removed.has(id) ? null : compactUpdates(await store.load(id));
        if (update !== null && update.length > LARGEST_DOCUMENT) continue;
        const whole = update === null ? [] : [{ id, kind, type: 'update' as const, update, changeId: uniqueId() }];
        await store.enqueue(whole, [...changeIds]);
        release(heavy);
        isAny = true;
      }
      return isAny;
    },
    clear() {
      documents.clear();
      waiting.clear();
      if (ids.length > 0) ids = [];
    },
  };
}
