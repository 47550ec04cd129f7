import { z } from 'zod';
import { copyState, foundDraft } from './copy-state.ts';
import { base64Bytes } from './fields.ts';
import { serverMeta } from './meta.ts';
import { documentId, documentKind, exchangeState } from './workspace.ts';

/** In an answer that main kept and gives again because the server cannot be reached: how old it is, whole seconds. */
export const AGE_HEADER = 'x-ninefold-age';

/** Names an upload of the page's, so that main can say how much of it has gone, and end it; it goes no further. */
export const UPLOAD_HEADER = 'x-ninefold-upload';

/** A workspace update or state vector: no document of ours comes near this. */
const bytes = base64Bytes.max(16 * 1024 * 1024);
const time = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const address = z.string().max(2000);
/** A UUID of the app's own; it names files, and a link cannot make one up. */
const serverId = z.string().regex(/^[a-z0-9-]{1,64}$/);
const nothing = z.strictObject({});
const refusal = z.object({ ok: z.literal(false), message: z.string() });
/** `isAppTooOld`: a newer version of the app would do. */
const checkRefusal = refusal.extend({ isAppTooOld: z.boolean().optional() });
const outcome = z.union([z.object({ ok: z.literal(true) }), refusal]);
const documentName = { id: documentId, kind: documentKind };
/** Text files of the owner: a draft as Markdown. In UTF-16 code units. */
const fileText = z.string().max(8 * 1024 * 1024);
/** As long as a file system takes; a draft's is its slug with an ending. */
const fileName = z.string().min(1).max(255);
/** What the server gives as a file: an export or a backup. */
const downloadPath = z
  .string()
  .max(200)
  .regex(/^\/api\/(?:export(?:\/ghost)?(?:\?pictures=[a-z-]+)?|backups\/[\w-]+\.tar)$/);

/** A server this app knows. `id` is the app's own name for it, `siteId` the database that answered there. */
const serverProfile = z.object({ id: serverId, url: z.string(), name: z.string(), siteId: z.string() });
export type ServerProfile = z.output<typeof serverProfile>;

/**
 * A local database of a site that was reached at other addresses: `origins`, none where that is not known any more.
 * `siteName` is what the site last called itself.
 */
const knownWorkspace = z.object({
  name: z.string(),
  siteId: z.string(),
  siteName: z.string().nullable(),
  origins: z.array(z.string()).readonly(),
});
export type KnownWorkspace = z.output<typeof knownWorkspace>;

const appState = z.object({
  /** Null at the first start: no server was ever chosen. */
  server: z
    .object({
      id: serverId,
      url: z.string(),
      name: z.string(),
      siteUrl: z.string(),
      /** The site the local documents belong to. */
      siteId: z.string(),
    })
    .nullable(),
  version: z.string(),
  /** As Node says it: "linux", "darwin", "win32". */
  platform: z.string(),
  isOnline: z.boolean(),
  /** False where the system has no place for secrets: the sign-in then lasts until the app is closed. */
  keepsSecrets: z.boolean(),
  /** What the owner must know about the local databases: damaged and set aside, or not to be opened. */
  storeNotice: z.string().nullable(),
  /** A damaged database was set aside, and can be shown in its folder. */
  hasDamagedFile: z.boolean(),
  sync: exchangeState,
});
export type AppState = z.output<typeof appState>;

const storeChange = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('append'), document: z.strictObject(documentName), update: bytes }),
  z.strictObject({ type: z.literal('remove'), tombstone: z.strictObject({ ...documentName, seen: bytes, at: time }) }),
  z.strictObject({ type: z.literal('compact'), id: documentId }),
  z.strictObject({ type: z.literal('purge'), before: time }),
]);
export type StoreChange = z.output<typeof storeChange>;

/** A picture that waits on this computer until it can be sent. `since` in milliseconds since 1970, `size` in bytes. */
const waitingPictureState = z.object({
  id: z.string(),
  /** What the file was called. */
  name: z.string(),
  size: z.int(),
  since: z.number(),
  /** Why the server does not take it, in words for the owner; null while it waits. */
  fault: z.string().nullable(),
  /** Why the server did not take it when it was last asked, in words for the owner: it is asked again. */
  held: z.string().nullable(),
});
export type WaitingPictureState = z.output<typeof waitingPictureState>;
/** In the order in which they are sent. */
const waitingPictureStates = z.array(waitingPictureState).readonly();

/** Where the app's page shows the quick note alone. */
export const NOTE_PLACE = 'note';

/** Keys that are pressed together, as Electron names them ("Ctrl+Alt+N"): with Shift alone a letter could not be typed any more. */
export const shortcutKeys = z
  .string()
  .regex(
    /^(?=(?:Shift\+)?(?:Ctrl|Alt|Cmd|Super)\+)(?:(?:Ctrl|Alt|Shift|Cmd|Super)\+){1,4}(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space)$/,
  );

/** What the owner wants of the keys that open a quick note from any program. */
export const shortcutChoice = z.strictObject({ isOn: z.boolean(), keys: shortcutKeys });
export type ShortcutChoice = z.output<typeof shortcutChoice>;

/** How it is: `isRefused` where the system does not give the keys, which then do nothing. */
const noteShortcut = z.object({ isOn: z.boolean(), keys: shortcutKeys, isRefused: z.boolean() });
export type NoteShortcut = z.output<typeof noteShortcut>;

/** How far a run is, for a host that shows it outside of the page. `done` and `total` count steps. */
const workflowProgress = z.strictObject({
  runId: documentId.nullable(),
  title: z.string().max(300),
  done: z.int().min(0).max(1000),
  total: z.int().min(0).max(1000),
  isRunning: z.boolean(),
});
export type WorkflowProgress = z.output<typeof workflowProgress>;

/**
 * What the desktop's renderer may ask of its main process: channel → input, output. Preload, handlers and types derive
 * from this table. Bytes travel as base64.
 */
export const ipcChannels = {
  /** Asks the server at an address who it is; a problem comes back as words for the owner. */
  'server.check': {
    input: z.strictObject({ url: address }),
    output: z.union([
      z.object({
        ok: z.literal(true),
        /** As addresses are compared: where documents would go to. */
        origin: z.string(),
        meta: serverMeta,
        /** What the owner should know before signing in there. */
        warning: z.string().nullable(),
        /** The databases this address might belong to, when the owner must say which; none where nothing is to be asked. */
        known: z.array(knownWorkspace).readonly(),
      }),
      checkRefusal,
    ]),
  },
  'servers.list': {
    input: nothing,
    output: z.object({ servers: z.array(serverProfile), currentId: serverId.nullable() }),
  },
  /**
   * Checks a server, remembers it and makes it the one in use; the windows load anew. `belonging` answers the question of
   * `server.check`: the database this site's documents are in, null for a new one.
   */
  'servers.connect': {
    input: z.strictObject({
      url: address,
      belonging: z.strictObject({ siteId: z.string().max(100), workspace: z.string().max(120).nullable() }).optional(),
    }),
    output: z.union([z.object({ ok: z.literal(true), server: serverProfile }), checkRefusal]),
  },
  'servers.use': { input: z.strictObject({ id: serverId }), output: outcome },
  /** Forgets a server, its sign-in and its cached responses. What was written for it stays on the disk. */
  'servers.remove': { input: z.strictObject({ id: serverId }), output: outcome },
  'app.state': { input: nothing, output: appState },
  /** Why the page could not be shown, for the log: an error of the program, without anything the owner wrote. */
  'app.not-shown': { input: z.strictObject({ why: z.string().max(4000) }), output: z.void() },
  'store.list': { input: z.strictObject({ kind: documentKind }), output: z.array(documentId) },
  'store.load': { input: z.strictObject({ id: documentId }), output: z.array(base64Bytes) },
  /** JSON of `DraftSummary[]`: thousands of objects would be copied one by one from world to world. */
  'store.summaries': { input: nothing, output: z.string() },
  'store.tombstones': {
    input: nothing,
    output: z.array(z.object({ ...documentName, seen: base64Bytes, at: z.number() })),
  },
  /** The one way a document changes. `ok` means committed: it would survive a crash. */
  'workspace.apply': {
    input: storeChange,
    output: z.union([z.object({ ok: z.literal(true), outcome: z.enum(['removed', 'kept']).optional() }), refusal]),
  },
  'sync.now': { input: nothing, output: z.void() },
  /** The owner's yes to `question`. */
  'sync.adopt': { input: nothing, output: z.void() },
  /** The owner's word on `deletions`, by its key. */
  'sync.answer-deletions': {
    input: z.strictObject({ key: z.string().max(100), answer: z.enum(['delete', 'keep']) }),
    output: z.void(),
  },
  'copy.state': { input: nothing, output: copyState.nullable() },
  /** Bytes of pictures that are kept on this computer at the most, for every server. */
  'copy.set-limit': {
    input: z.strictObject({
      bytes: z
        .int()
        .min(0)
        .max(2 ** 45),
    }),
    output: z.void(),
  },
  /** The owner's word on the copy's `deletions`, by its key. */
  'copy.answer-deletions': {
    input: z.strictObject({ key: z.string().max(100), answer: z.enum(['delete', 'keep']) }),
    output: z.void(),
  },
  /** The pictures that wait on this computer until they can be sent. */
  'pictures.waiting': { input: nothing, output: waitingPictureStates },
  /** Has one that was refused sent once more. */
  'pictures.retry': { input: z.strictObject({ id: z.uuid() }), output: z.void() },
  /** Lets go of one; what names it shows nothing there. */
  'pictures.remove': { input: z.strictObject({ id: z.uuid() }), output: z.void() },
  /** Writes the file of one where the owner chooses. */
  'pictures.save': { input: z.strictObject({ id: z.uuid() }), output: z.object({ saved: z.boolean() }) },
  /** Ends the upload of this name where it has no answer yet: nothing of it is kept. A request of the app's scheme cannot say so. */
  'upload.cancel': { input: z.strictObject({ id: z.uuid() }), output: z.void() },
  /** Drafts of this computer that have these words, the best matches first. */
  'drafts.find': { input: z.strictObject({ q: z.string().max(500) }), output: z.array(foundDraft) },
  /** http, https and mailto alone. */
  'shell.open-external': { input: z.strictObject({ url: z.string().max(8000) }), output: outcome },
  /** Shows the damaged database that was set aside in its folder. */
  'files.show-damaged': { input: nothing, output: z.void() },
  /** The owner chooses where; `name` is a suggestion. */
  'files.save-text': {
    input: z.strictObject({ name: fileName, text: fileText }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Has the system carry a text as a Markdown file from under the pointer, which is pressed; the file is there for a while. */
  'files.drag-text': { input: z.strictObject({ name: fileName, text: fileText }), output: z.void() },
  /** A file of the server in use, written where the owner chooses; `name` is a suggestion. */
  'files.download': {
    input: z.strictObject({ path: downloadPath, name: fileName }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Null when the owner chose none. */
  'files.open-text': { input: nothing, output: z.object({ name: z.string(), text: fileText }).nullable() },
  /** Everything local as one archive, where the owner says. */
  'workspace.export': { input: nothing, output: z.object({ saved: z.boolean(), path: z.string().nullable() }) },
  /** Closes the window of the quick note. */
  'note.close': { input: nothing, output: z.void() },
  /** The keys that open a quick note from any program. */
  'note.shortcut': { input: nothing, output: noteShortcut },
  /** Takes the keys, or lets them go; what is refused is off. */
  'note.choose-shortcut': { input: shortcutChoice, output: noteShortcut },
  'workflow.progress': { input: workflowProgress, output: z.void() },
  /** The answer to `app.closing`: everything the page holds is on the disk. `isUnsaved`: the server does not have all of it. */
  'app.flushed': { input: z.strictObject({ isUnsaved: z.boolean() }), output: z.void() },
  /** Looks for a newer version of the app; what comes of it the owner is told by dialogs of the system. */
  'updates.look': { input: nothing, output: z.void() },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type IpcChannel = keyof typeof ipcChannels;
export type IpcInput<C extends IpcChannel> = z.input<(typeof ipcChannels)[C]['input']>;
export type IpcOutput<C extends IpcChannel> = z.output<(typeof ipcChannels)[C]['output']>;

export const menuCommands = [
  'new-post',
  'save',
  'run',
  'stop',
  'find-in-page',
  'find',
  'sync-now',
  'settings',
  'open-file',
  'save-file',
  'export',
] as const;
/** What a host's own menu or shortcuts can ask of the admin. */
export type MenuCommand = (typeof menuCommands)[number];

/** A place of the admin that a link from outside names: a post by its number, a run by its id. */
const appLink = z.object({ type: z.enum(['post', 'run']), id: z.string().regex(/^[A-Za-z0-9._:-]{1,200}$/) });
export type AppLink = z.output<typeof appLink>;

/** What main tells the renderer: event → payload. */
export const ipcEvents = {
  /** Documents changed by another device or another window. `update` is null where one was removed. */
  'documents.changed': z.array(z.object({ ...documentName, update: base64Bytes.nullable(), isRemoved: z.boolean() })),
  'sync.state': exchangeState,
  'copy.state': copyState,
  'pictures.waiting': waitingPictureStates,
  'network.state': z.object({ isOnline: z.boolean() }),
  'menu.command': z.object({ command: z.enum(menuCommands) }),
  /** The window may be about to go: the page writes what it holds, and answers with `app.flushed`. */
  'app.closing': nothing,
  'link.opened': appLink,
  /** So many bytes of an upload have gone to the server. */
  'upload.progress': z.object({ id: z.string().max(100), sent: z.number().min(0) }),
  /** A text file the system handed over. */
  'file.opened': z.object({ name: fileName, text: fileText }),
} as const satisfies Record<string, z.ZodType>;

export type IpcEvent = keyof typeof ipcEvents;
export type IpcEventPayload<E extends IpcEvent> = z.output<(typeof ipcEvents)[E]>;

/** What the preload puts on the renderer's window: one function a channel, one an event; no generic invoke. */
export type DesktopBridge = { [C in IpcChannel]: (input: IpcInput<C>) => Promise<IpcOutput<C>> } & {
  /** Each takes a listener and answers what ends it. */
  readonly on: { [E in IpcEvent]: (listener: (payload: IpcEventPayload<E>) => void) => () => void };
};
