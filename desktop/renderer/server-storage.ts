import type { KeyValue } from '#shared/admin/ports.ts';
import { THEME_KEY } from '#shared/kernel/themes.ts';

/**
 * The page's storage as the admin of one server sees it. What is remembered of one server's documents must not be taken
 * for an edit of another's, so all but the theme, which is the app's, stands behind the server's name.
 */
export function serverStorage(storage: KeyValue, serverId: string): KeyValue {
  const own = (key: string) => (key === THEME_KEY ? key : `${serverId}/${key}`);
  return {
    get: (key) => storage.get(own(key)),
    set: (key, value) => storage.set(own(key), value),
    remove: (key) => storage.remove(own(key)),
  };
}
