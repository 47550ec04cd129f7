import { createStore } from 'zustand/vanilla';
import type { AdminPorts, KeyValue } from '#shared/admin/ports.ts';
import { pageStorage } from '#shared/admin-host/page-storage.ts';
import { createParseDrafts } from '#shared/admin-host/parse-drafts-in-worker.ts';
import { createPreview } from '#shared/admin-host/preview.ts';
import type { UploadWatch } from '#shared/admin-host/upload-file.ts';
import { createUploadImport } from '#shared/admin-host/upload-import.ts';
import { createUploadPicture } from '#shared/admin-host/upload-picture.ts';
import { openWindowChannel } from '#shared/admin-host/window-channel.ts';
import { browserLocks } from '#shared/admin-host/window-locks.ts';
import { createApiClient } from '#shared/api-client/client.ts';
import type { CopyState } from '#shared/contract/copy-state.ts';
import {
  type AppLink,
  type AppState,
  type DesktopBridge,
  type IpcEventPayload,
  type MenuCommand,
  UPLOAD_HEADER,
  type WaitingPictureState,
  type WorkflowProgress,
} from '#shared/contract/ipc.ts';
import type { ExchangeState } from '#shared/contract/workspace.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { THEME_KEY } from '#shared/kernel/themes.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import type { AnswerAge } from './answer-age.ts';
import type { BridgeStore } from './bridge-store.ts';
import type { Inbox } from './inbox.ts';
import type { NetworkState } from './network-state.ts';

interface DesktopParts {
  bridge: DesktopBridge;
  store: BridgeStore;
  network: NetworkState;
  ages: AnswerAge;
  commands: Inbox<MenuCommand>;
  links: Inbox<AppLink>;
  files: Inbox<IpcEventPayload<'file.opened'>>;
}

/** Returns the admin's ports in the desktop app, for the server in use. */
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
      // Main serves the site's pages under another host than this page, from which the API cannot be reached.
      frameUrl: (path) => pageHost.replace('//ninefold', '//site') + path,
    },
    store: parts.store,
    localStorage: serverStorage(pageStorage(), server.id),
    leaveNothing: null,
    // A page of the app has no address that a passkey could be bound to.
    passkeys: {
      isSupported: () => false,
      create: () => Promise.reject(new Error('Passkeys are made in a browser.')),
      use: () => Promise.reject(new Error('Passkeys are used in a browser.')),
    },
    clipboard: { writeText: (text) => navigator.clipboard.writeText(text) },
    clock: systemClock,
    uniqueId: () => crypto.randomUUID(),
    preview: createPreview(),
    // The app runs no script of an analytics service.
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
    // Main shows the system's own dialogs, and tells the owner of errors.
    files: {
      saveText: async (name, text) => (await bridge['files.save-text']({ name, text })).saved,
      dragText: (name, text) => bridge['files.drag-text']({ name, text }),
      download: async (path, name) => ((await bridge['files.download']({ path, name })).saved ? 'saved' : null),
      openText: () => bridge['files.open-text']({}),
    },
    onCommand: parts.commands.listen,
    onLink: parts.links.listen,
    onFile: parts.files.listen,
    noteShortcut: {
      get: () => bridge['note.shortcut']({}),
      choose: bridge['note.choose-shortcut'],
    },
    progress: (report) => void bridge['workflow.progress'](reportedProgress(report)),
  };
}

/**
 * The page's storage as the admin of one server sees it. An entry about one server's documents must not be taken for an
 * edit of another's, so every key has the server's name as its prefix, except the theme's, which belongs to the app.
 */
export function serverStorage(storage: KeyValue, serverId: string): KeyValue {
  const own = (key: string) => (key === THEME_KEY ? key : `${serverId}/${key}`);
  return {
    get: (key) => storage.get(own(key)),
    set: (key, value) => storage.set(own(key), value),
    remove: (key) => storage.remove(own(key)),
  };
}

type ExchangeBridge = Pick<DesktopBridge, 'sync.now' | 'sync.adopt' | 'sync.answer-deletions'> & {
  on: Pick<DesktopBridge['on'], 'sync.state'>;
};

/** The exchange, which the main process runs, with the state that it last sent. */
export function createBridgeExchange(bridge: ExchangeBridge, first: ExchangeState): AdminPorts['exchange'] {
  const state = createStore<ExchangeState>(() => first);
  bridge.on['sync.state']((next) => state.setState(next, true));
  return {
    state,
    statusOf(id) {
      const { status, waiting } = state.getState();
      // The status is the worst of all documents: one that waits does not make the others wait.
      if (status === 'waiting' && !waiting.includes(id)) return 'on-the-server';
      return status;
    },
    syncNow: () => bridge['sync.now']({}),
    adoptSite: () => bridge['sync.adopt']({}),
    answerDeletions: (key, answer) => bridge['sync.answer-deletions']({ key, answer }),
  };
}

type CopyBridge = Pick<DesktopBridge, 'copy.state' | 'copy.set-limit' | 'copy.answer-deletions' | 'drafts.find'> & {
  on: Pick<DesktopBridge['on'], 'copy.state'>;
};

/** The copy of the site, which the main process keeps, with the state that it last sent. */
function createBridgeCopy(bridge: CopyBridge): NonNullable<AdminPorts['copy']> {
  const state = createStore<CopyState | null>(() => null);
  bridge.on['copy.state']((next) => state.setState(next, true));
  // A state that was sent in the meantime is newer.
  void bridge['copy.state']({}).then((first) => {
    if (state.getState() === null) state.setState(first, true);
  });
  return {
    state,
    setLimit: (bytes) => bridge['copy.set-limit']({ bytes }),
    answerDeletions: (key, answer) => bridge['copy.answer-deletions']({ key, answer }),
    findDrafts: (q) => bridge['drafts.find']({ q: q.slice(0, 500) }),
  };
}

type PicturesBridge = Pick<
  DesktopBridge,
  'pictures.waiting' | 'pictures.retry' | 'pictures.remove' | 'pictures.save'
> & { on: Pick<DesktopBridge['on'], 'pictures.waiting'> };

/** The pictures that wait in the main process, with the state that it last sent. */
function createBridgePictures(bridge: PicturesBridge): NonNullable<AdminPorts['waitingPictures']> {
  const state = createStore<readonly WaitingPictureState[]>(() => []);
  let isTold = false;
  bridge.on['pictures.waiting']((next) => {
    isTold = true;
    state.setState(next, true);
  });
  void bridge['pictures.waiting']({}).then((first) => {
    if (!isTold) state.setState(first, true);
  });
  return {
    state,
    retry: (id) => bridge['pictures.retry']({ id }),
    remove: (id) => bridge['pictures.remove']({ id }),
    save: async (id) => (await bridge['pictures.save']({ id })).saved,
  };
}

type UploadsBridge = Pick<DesktopBridge, 'upload.cancel'> & { on: Pick<DesktopBridge['on'], 'upload.progress'> };

/**
 * Follows uploads by main's events, and tells main of cancelled ones: on the app's own scheme the browser reports
 * neither.
 */
export function watchUploads(bridge: UploadsBridge): UploadWatch {
  return (onSent) => {
    const id = crypto.randomUUID();
    const end = bridge.on['upload.progress']((progress) => {
      if (progress.id === id) onSent(progress.sent);
    });
    return { header: [UPLOAD_HEADER, id], cancel: () => void bridge['upload.cancel']({ id }), end };
  };
}

const LONGEST_TITLE = 300;

/** Returns the progress of a run within the limits of the channel: the title holds text that the owner typed. */
export function reportedProgress(report: WorkflowProgress): WorkflowProgress {
  return { ...report, title: report.title.slice(0, LONGEST_TITLE).toWellFormed() };
}
