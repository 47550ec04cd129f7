import type { AdminPorts, KeyValue } from '#shared/admin/ports.ts';
import { createApiClient } from '#shared/api-client/client.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createAnalytics } from './analytics.ts';
import { createIndexedDbStore } from './indexeddb-store.ts';
import { createParseDrafts } from './parse-drafts.ts';
import { createPreview } from './preview.ts';
import { uploadPicture } from './upload-picture.ts';
import { openWindowChannel } from './window-channel.ts';
import { browserLocks } from './window-locks.ts';

/** The admin's ports in a browser. `facts` are what the server wrote at the element the admin is mounted in. */
export function browserPorts(facts: DOMStringMap): AdminPorts {
  const siteUrl = facts.siteUrl ?? window.location.origin;
  return {
    api: createApiClient({ fetch: (address, init) => window.fetch(address, init) }),
    uploadPicture,
    site: {
      name: facts.siteName ?? 'Ninefold',
      url: (path) => `${siteUrl}${path}`,
      // Pages may be framed by their own origin only, and this page need not be at the public address.
      frameUrl: (path) => path,
    },
    store: createIndexedDbStore(),
    localStorage: browserStorage,
    clipboard: { writeText: (text) => navigator.clipboard.writeText(text) },
    clock: systemClock,
    uniqueId,
    preview: createPreview(),
    analytics: createAnalytics(facts.analyticsId ?? null),
    openExternal(url) {
      // A mail program takes the address; an empty tab would stay behind.
      if (url.startsWith('mailto:')) window.location.assign(url);
      else window.open(url, '_blank', 'noopener');
    },
    locks: browserLocks(),
    openChannel: openWindowChannel,
    onOnline(listener) {
      window.addEventListener('online', listener);
      return () => window.removeEventListener('online', listener);
    },
    parseDrafts: createParseDrafts(),
  };
}

/** Storage can be off or full: what it holds is then gone with the page, and nothing else is lost. */
const browserStorage: KeyValue = {
  get(key) {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      window.localStorage.setItem(key, value);
    } catch (error) {
      console.warn(`"${key}" cannot be remembered`, error);
    }
  },
  remove(key) {
    try {
      window.localStorage.removeItem(key);
    } catch (error) {
      console.warn(`"${key}" cannot be forgotten`, error);
    }
  },
};

/** `crypto.randomUUID` is there on secure origins only; random bytes are there on every origin (RFC 9562 §5.4). */
function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
