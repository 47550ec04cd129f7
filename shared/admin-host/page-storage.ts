import type { KeyValue } from '#shared/admin/ports.ts';

/**
 * Returns the page's localStorage, with `prefix` before each key. If storage is off or full, its values are lost with
 * the page, and nothing else is.
 */
export function pageStorage(prefix = ''): KeyValue {
  return {
    get(key) {
      try {
        return window.localStorage.getItem(prefix + key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        window.localStorage.setItem(prefix + key, value);
      } catch (error) {
        console.warn(`"${key}" cannot be remembered`, error);
      }
    },
    remove(key) {
      try {
        window.localStorage.removeItem(prefix + key);
      } catch (error) {
        console.warn(`"${key}" cannot be forgotten`, error);
      }
    },
  };
}
