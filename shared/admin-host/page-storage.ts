import type { KeyValue } from '#shared/admin/ports.ts';

/**
 * The page's localStorage, each key behind `prefix`. Storage can be off or full: what it holds is then gone with the page,
 * and nothing else is lost.
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
