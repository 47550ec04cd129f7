import type { AdminPorts } from '#shared/admin/ports.ts';
import { pageStorage } from '#shared/admin-host/page-storage.ts';
import { createParseDrafts } from '#shared/admin-host/parse-drafts-in-worker.ts';
import { createPreview } from '#shared/admin-host/preview.ts';
import { createUploadImport } from '#shared/admin-host/upload-import.ts';
import { createUploadPicture } from '#shared/admin-host/upload-picture.ts';
import { openWindowChannel } from '#shared/admin-host/window-channel.ts';
import { browserLocks } from '#shared/admin-host/window-locks.ts';
import { resendAfterRenewal } from '#shared/api-client/after-renewal.ts';
import { type ApiClient, createApiClient } from '#shared/api-client/client.ts';
import { createExchangeApi } from '#shared/api-client/exchange-api.ts';
import { createdPasskey, usedPasskey } from '#shared/contract/auth/passkey-shapes.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { uniqueId } from '#shared/workspace/document-ids.ts';
import { createExchange } from '#shared/workspace/exchange/exchange.ts';
import { createBrowserExchange } from './browser-exchange.ts';
import { browserFiles } from './browser-files.ts';
import { createIndexedDbStore } from './indexeddb-store.ts';
import { beginLeaving, WORKSPACE_DATABASE } from './leave-nothing.ts';
import { createPageHideSaves, watchLeaving } from './page-hide-saves.ts';
import { createTabLead } from './tab-lead.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/**
 * Creates the admin's ports in a browser. `facts` are the data attributes that the server wrote on the admin's root
 * element.
 */
export function browserPorts(facts: DOMStringMap): AdminPorts {
  const siteUrl = facts.siteUrl ?? window.location.origin;
  const { siteId } = facts;
  const fetch = resendAfterRenewal((address, init) => window.fetch(address, init));
  const api = createApiClient({ fetch, siteId });
  // The exchange itself states which site it expects, and must be able to ask another site for its id.
  const { store, exchange } = browserExchange(createApiClient({ fetch }));
  return {
    steps: WORKFLOW_STEPS,
    api,
    uploadPicture: createUploadPicture(siteId),
    uploadImport: createUploadImport(siteId),
    site: {
      name: facts.siteName ?? 'Ninefold',
      url: (path) => `${siteUrl}${path}`,
      // Pages may be framed by their own origin only, and this page need not be at the public address.
      frameUrl: (path) => path,
    },
    store,
    localStorage: pageStorage(),
    clipboard: { writeText: (text) => navigator.clipboard.writeText(text) },
    clock: systemClock,
    uniqueId,
    preview: createPreview(),
    analytics: createAnalytics(),
    openExternal(url) {
      // A mail program opens the address; a new tab would stay behind empty.
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
    exchange,
    copy: null,
    waitingPictures: null,
    noteShortcut: null,
    files: browserFiles,
    leaveNothing: () => beginLeaving(window),
    passkeys: browserPasskeys,
    // A browser has no menu of ours, follows links itself, and shows no progress outside the page.
    onCommand: () => () => {},
    onLink: () => () => {},
    onFile: () => () => {},
    progress: () => {},
  };
}

function browserExchange(api: ApiClient): ReturnType<typeof createBrowserExchange> {
  const pageHideSaves = createPageHideSaves(watchLeaving(window), () => window.localStorage);
  const store = createIndexedDbStore(WORKSPACE_DATABASE, uniqueId, pageHideSaves);
  const { locks }: { locks?: LockManager } = navigator;
  return createBrowserExchange({
    store,
    createExchange: () =>
      createExchange({
        store,
        api: createExchangeApi(api),
        clock: systemClock,
        timers: systemTimers,
        random: Math.random,
        uniqueId,
      }),
    openChannel: openWindowChannel,
    uniqueId,
    createLead: (on) => createTabLead({ name: 'ninefold:exchange', locks, ...on }),
    page: {
      isHidden: () => document.hidden,
      onShown: (listener) => document.addEventListener('visibilitychange', listener),
      onNetwork(listener) {
        window.addEventListener('online', listener);
        window.addEventListener('offline', listener);
      },
    },
  });
}

/**
 * Pushes `admin_action` onto `window.dataLayer`, where a tool in the owner's browser finds it. No measurement script is
 * loaded here: it would run with the owner's session.
 */
function createAnalytics(): AdminPorts['analytics'] {
  return {
    adminAction(action, details = {}) {
      window.dataLayer ??= [];
      window.dataLayer.push({ event: 'admin_action', action, ...details });
    },
  };
}

const passkeyLibrary = () => import('@simplewebauthn/browser');

/** The faults by the browser's names (Web Authentication, Level 3), in words for the owner. */
const passkeyFaults: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again, or use another way.',
  AbortError: 'No passkey was used. Try again, or use another way.',
  InvalidStateError: 'This device has a passkey for this account already.',
  SecurityError: 'Passkeys do not work at this address.',
  NotSupportedError: 'This device cannot make such a passkey.',
  ConstraintError: 'This device cannot make sure that it is you: set up its PIN, fingerprint or face first.',
};

async function explained<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new Error(passkeyFaults[name] ?? 'The passkey could not be used. Try again, or use another way.', {
      cause: error,
    });
  }
}

/** The browser's own passkeys. */
const browserPasskeys: AdminPorts['passkeys'] = {
  isSupported: () => typeof window.PublicKeyCredential === 'function',
  create: (optionsJSON) =>
    explained(async () => createdPasskey.parse(await (await passkeyLibrary()).startRegistration({ optionsJSON }))),
  use: (optionsJSON) =>
    explained(async () => usedPasskey.parse(await (await passkeyLibrary()).startAuthentication({ optionsJSON }))),
};
