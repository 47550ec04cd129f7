import type { AdminPorts } from '#shared/admin/ports.ts';
import { pageStorage } from '#shared/admin-host/page-storage.ts';
import { createParseDrafts } from '#shared/admin-host/parse-drafts-in-worker.ts';
import { createPreview } from '#shared/admin-host/preview.ts';
import { createUploadImport } from '#shared/admin-host/upload-import.ts';
import { createUploadPicture } from '#shared/admin-host/upload-picture.ts';
import { openWindowChannel } from '#shared/admin-host/window-channel.ts';
import { browserLocks } from '#shared/admin-host/window-locks.ts';
import { createApiClient } from '#shared/api-client/client.ts';
import type { AppLink, AppState, DesktopBridge, IpcEventPayload, MenuCommand } from '#shared/contract/ipc.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import type { AnswerAge } from './answer-age.ts';
import { createBridgeCopy } from './bridge-copy.ts';
import { createBridgeExchange } from './bridge-exchange.ts';
import { createBridgePictures } from './bridge-pictures.ts';
import type { BridgeStore } from './bridge-store.ts';
import type { Inbox } from './inbox.ts';
import type { NetworkState } from './network-state.ts';
import { reportedProgress } from './reported-progress.ts';
import { serverStorage } from './server-storage.ts';
import { watchUploads } from './watch-uploads.ts';

interface DesktopParts {
  bridge: DesktopBridge;
  store: BridgeStore;
  network: NetworkState;
  ages: AnswerAge;
  commands: Inbox<MenuCommand>;
  links: Inbox<AppLink>;
  files: Inbox<IpcEventPayload<'file.opened'>>;
}

/** The admin's ports in the desktop app, for the server in use. */
export function desktopPorts(parts: DesktopParts, server: NonNullable<AppState['server']>, app: AppState): AdminPorts {
  const { bridge, network, ages } = parts;
  const uploads = watchUploads(bridge);
  const pageHost = `${window.location.protocol}//${window.location.host}`;
  return {
    steps: WORKFLOW_STEPS,
    api: createApiClient({
      siteId: server.siteId,
      async fetch(address, init) {
        const response = await window.fetch(address, init);
        ages.note(response.headers);
        return response;
      },
    }),
    uploadPicture: createUploadPicture(server.siteId, uploads),
    uploadImport: createUploadImport(server.siteId, uploads),
    site: {
      name: server.name,
      url: (path) => `${server.siteUrl}${path}`,
      // Main serves the site's pages beside this one, without a way to the API.
      frameUrl: (path) => pageHost.replace('//ninefold', '//site') + path,
    },
    store: parts.store,
    localStorage: serverStorage(pageStorage(), server.id),
    // A page of the app is at no address that a passkey could be bound to.
    leaveNothing: null,
    passkeys: {
      isSupported: () => false,
      create: () => Promise.reject(new Error('Passkeys are made in a browser.')),
      use: () => Promise.reject(new Error('Passkeys are used in a browser.')),
    },
    clipboard: { writeText: (text) => navigator.clipboard.writeText(text) },
    clock: systemClock,
    uniqueId: () => crypto.randomUUID(),
    preview: createPreview(),
    // The app runs no script of a measuring service.
    analytics: { adminAction: () => undefined },
    openExternal: (url) => void bridge['shell.open-external']({ url }),
    locks: browserLocks(),
    openChannel: openWindowChannel,
    onOnline: (listener) =>
      network.subscribe((isOnline) => {
        if (isOnline) listener();
      }),
    parseDrafts: createParseDrafts(),
    exchange: createBridgeExchange(bridge, app.sync),
    copy: createBridgeCopy(bridge),
    waitingPictures: createBridgePictures(bridge),
    // Main shows the system's own dialogs, and tells the owner what went wrong.
    files: {
      saveText: async (name, text) => (await bridge['files.save-text']({ name, text })).saved,
      download: async (path, name) => ((await bridge['files.download']({ path, name })).saved ? 'saved' : null),
      openText: () => bridge['files.open-text']({}),
    },
    onCommand: parts.commands.listen,
    onLink: parts.links.listen,
    onFile: parts.files.listen,
    progress: (report) => void bridge['workflow.progress'](reportedProgress(report)),
  };
}
