import { LARGEST_DOCUMENT } from '#shared/contract/workspace.ts';
import type { DocumentName, ExchangeStore, NamedChange } from '../store-port.ts';
import { compactUpdates } from '../tombstone.ts';

interface Heavy extends DocumentName {
  readonly changeIds: Set<string>;
  /** Whether something was written since the document was last found to be too large. */
  isChanged: boolean;
}

interface HeavyPorts {
  store: Pick<ExchangeStore, 'tombstones' | 'load' | 'enqueue'>;
  uniqueId(): string;
}

/**
 * Documents with a change that is larger than the server accepts. All their updates wait here, because later updates
 * are of no use without that change, until the whole document is small enough; then one update replaces them.
 */
export interface HeavyDocuments {
  /** Returns the same list until it changes. */
  ids(): readonly string[];
  /** Returns the changes that wait, together with those that the caller leaves out. */
  except(others: ReadonlySet<string>): ReadonlySet<string>;
  /** Holds back the updates of heavy documents. Returns the changes that can be sent. */
  setAside(changes: readonly NamedChange[]): NamedChange[];
  /** Replaces many updates by one if a document has become small enough. Returns false when none has. */
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
