/** A browser's database as JSON; bytes are `{"bytes": [1, 2]}`. */
export interface CopiedDatabase {
  version: number;
  stores: {
    name: string;
    keyPath: string | string[] | null;
    autoIncrement: boolean;
    indexes: { name: string; keyPath: string | string[]; unique: boolean }[];
    rows: { key: IDBValidKey; value: unknown }[];
  }[];
}

/** Copies a database. Uses nothing from its surroundings, so that it can be sent to a page. */
export async function copyDatabase(name: string): Promise<CopiedDatabase> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const plain = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return { bytes: [...value] };
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(plain);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
  };
  const database = await answer(indexedDB.open(name));
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names);
  const stores = await Promise.all(
    names.map(async (storeName) => {
      const store = transaction.objectStore(storeName);
      const { keyPath, autoIncrement } = store;
      const indexes = [...store.indexNames].map((index) => {
        const { keyPath: indexPath, unique } = store.index(index);
        return { name: index, keyPath: indexPath, unique };
      });
      const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
      const rows = keys.map((key, at) => ({ key, value: plain(values[at]) }));
      return { name: storeName, keyPath, autoIncrement, indexes, rows };
    }),
  );
  const { version } = database;
  database.close();
  return { version, stores };
}

/** Makes a database again from its copy. */
export async function restoreDatabase(name: string, { version, stores }: CopiedDatabase): Promise<void> {
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const { name: storeName, keyPath, autoIncrement, indexes, rows } of stores) {
      const store = opening.result.createObjectStore(storeName, { keyPath, autoIncrement });
      for (const index of indexes) store.createIndex(index.name, index.keyPath, { unique: index.unique });
      for (const { key, value } of rows) store.put(asItWas(value), ...(keyPath === null ? [key] : []));
    }
  };
  await new Promise<void>((resolve, reject) => {
    opening.onsuccess = () => resolve();
    opening.onerror = () => reject(opening.error);
  });
  opening.result.close();
}

function asItWas(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asItWas);
  if ('bytes' in value && Array.isArray(value.bytes)) return Uint8Array.from(value.bytes as number[]);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asItWas(part)]));
}
