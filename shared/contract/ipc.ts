import { z } from 'zod';
import { copyState, foundDraft } from './copy-state.ts';
import { base64Bytes } from './fields.ts';
import { serverMeta } from './meta.ts';
import { documentId, documentKind, exchangeState } from './workspace.ts';

/** The age in whole seconds of a cached answer, which main gives because the server cannot be reached. */
export const AGE_HEADER = 'x-ninefold-age';

/**
 * The name of an upload of the page, so that main can report its progress and cancel it; the header is not sent on to
 * the server.
 */
export const UPLOAD_HEADER = 'x-ninefold-upload';

/** A workspace update or state vector: none of our documents comes near this size. */
const bytes = base64Bytes.max(16 * 1024 * 1024);
const time = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const address = z.string().max(2000);
/** A UUID that the app makes; it names files, and a link cannot guess one. */
const serverId = z.string().regex(/^[a-z0-9-]{1,64}$/);
const nothing = z.strictObject({});
const refusal = z.object({ ok: z.literal(false), message: z.string() });
/** `isAppTooOld`: a newer version of the app would succeed. */
const checkRefusal = refusal.extend({ isAppTooOld: z.boolean().optional() });
const outcome = z.union([z.object({ ok: z.literal(true) }), refusal]);
const documentName = { id: documentId, kind: documentKind };
/** The text of one of the owner's files, such as a draft as Markdown. The limit is in UTF-16 code units. */
const fileText = z.string().max(8 * 1024 * 1024);
/** As long as a file system allows; the file name of a draft is its slug with an extension. */
const fileName = z.string().min(1).max(255);
/** A path that the server answers with a file: an export or a backup. */
const downloadPath = z
  .string()
  .max(200)
  .regex(/^\/api\/(?:export(?:\/ghost)?(?:\?pictures=[a-z-]+)?|backups\/[\w-]+\.tar)$/);

/**
 * A server that this app knows. `id` is the app's own name for the server, `siteId` the database that answered there.
 */
const serverProfile = z.object({ id: serverId, url: z.string(), name: z.string(), siteId: z.string() });
export type ServerProfile = z.output<typeof serverProfile>;

/**
 * A local database of a site that was reached at other addresses: `origins`, empty where they are no longer known.
 * `siteName` is the last known name of the site.
 */
const knownWorkspace = z.object({
  name: z.string(),
  siteId: z.string(),
  siteName: z.string().nullable(),
  origins: z.array(z.string()).readonly(),
});
export type KnownWorkspace = z.output<typeof knownWorkspace>;

const appState = z.object({
  /** Null at the first start, when no server has been chosen. */
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
  /** The platform as Node names it: "linux", "darwin", "win32". */
  platform: z.string(),
  isOnline: z.boolean(),
  /** False where the system has no storage for secrets: the sign-in then lasts until the app is closed. */
  keepsSecrets: z.boolean(),
  /** What the owner must know about the local databases: one is damaged and was set aside, or one cannot be opened. */
  storeNotice: z.string().nullable(),
  /** Whether a damaged database was set aside and can be shown in its folder. */
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

/**
 * A picture that waits on this computer until it can be sent. `since` is in milliseconds since 1970, `size` in bytes.
 */
const waitingPictureState = z.object({
  id: z.string(),
  /** The name of the file. */
  name: z.string(),
  size: z.int(),
  since: z.number(),
  /** Why the server refuses the picture, in words for the owner; null while the picture waits. */
  fault: z.string().nullable(),
  /** Why the server did not take the picture at the last attempt, in words for the owner; the app retries. */
  held: z.string().nullable(),
});
export type WaitingPictureState = z.output<typeof waitingPictureState>;
/** In the order in which they are sent. */
const waitingPictureStates = z.array(waitingPictureState).readonly();

/** The place at which the app's page shows only the quick note. */
export const NOTE_PLACE = 'note';

/**
 * A key combination, as Electron names it ("Ctrl+Alt+N"). Shift alone is not enough: the letter could then no longer be
 * typed.
 */
export const shortcutKeys = z
  .string()
  .regex(
    /^(?=(?:Shift\+)?(?:Ctrl|Alt|Cmd|Super)\+)(?:(?:Ctrl|Alt|Shift|Cmd|Super)\+){1,4}(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space)$/,
  );

/** The owner's choice of the keys that open a quick note from any program. */
export const shortcutChoice = z.strictObject({ isOn: z.boolean(), keys: shortcutKeys });
export type ShortcutChoice = z.output<typeof shortcutChoice>;

/** The actual state of those keys: `isRefused` where the system does not grant them, so that they do nothing. */
const noteShortcut = z.object({ isOn: z.boolean(), keys: shortcutKeys, isRefused: z.boolean() });
export type NoteShortcut = z.output<typeof noteShortcut>;

/** The progress of a run, for a host that shows it outside the page. `done` and `total` count steps. */
const workflowProgress = z.strictObject({
  runId: documentId.nullable(),
  title: z.string().max(300),
  done: z.int().min(0).max(1000),
  total: z.int().min(0).max(1000),
  isRunning: z.boolean(),
});
export type WorkflowProgress = z.output<typeof workflowProgress>;

/**
 * The calls that the desktop's renderer may make to its main process: channel → input, output. Preload, handlers and
 * types derive from this table. Bytes travel as base64.
 */
export const ipcChannels = {
  /** Asks the server at an address which site it is; a problem comes back as words for the owner. */
  'server.check': {
    input: z.strictObject({ url: address }),
    output: z.union([
      z.object({
        ok: z.literal(true),
        /** The address in the form in which addresses are compared: the place documents would be sent to. */
        origin: z.string(),
        meta: serverMeta,
        /** What the owner should know before signing in there. */
        warning: z.string().nullable(),
        /**
         * The databases that this address might belong to, when the owner must choose one; empty when there is no
         * question.
         */
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
   * Checks a server, remembers it and makes it the current one; the windows reload. `belonging` answers the question of
   * `server.check`: the database that holds this site's documents, null for a new one.
   */
  'servers.connect': {
    input: z.strictObject({
      url: address,
      belonging: z.strictObject({ siteId: z.string().max(100), workspace: z.string().max(120).nullable() }).optional(),
    }),
    output: z.union([z.object({ ok: z.literal(true), server: serverProfile }), checkRefusal]),
  },
  'servers.use': { input: z.strictObject({ id: serverId }), output: outcome },
  /** Forgets a server, its sign-in and its cached responses. The documents written for the server stay on the disk. */
  'servers.remove': { input: z.strictObject({ id: serverId }), output: outcome },
  'app.state': { input: nothing, output: appState },
  /**
   * Reports why the page could not be shown, for the log: an error of the program, without anything the owner wrote.
   */
  'app.not-shown': { input: z.strictObject({ why: z.string().max(4000) }), output: z.void() },
  'store.list': { input: z.strictObject({ kind: documentKind }), output: z.array(documentId) },
  'store.load': { input: z.strictObject({ id: documentId }), output: z.array(base64Bytes) },
  /** JSON of `DraftSummary[]`: as objects, thousands of summaries would be copied one by one between the processes. */
  'store.summaries': { input: nothing, output: z.string() },
  'store.tombstones': {
    input: nothing,
    output: z.array(z.object({ ...documentName, seen: base64Bytes, at: z.number() })),
  },
  /** The only way to change a document. `ok` means committed: the change survives a crash. */
  'workspace.apply': {
    input: storeChange,
    output: z.union([z.object({ ok: z.literal(true), outcome: z.enum(['removed', 'kept']).optional() }), refusal]),
  },
  'sync.now': { input: nothing, output: z.void() },
  /** The owner answers yes to `question`. */
  'sync.adopt': { input: nothing, output: z.void() },
  /** The owner's answer to `deletions`, identified by its key. */
  'sync.answer-deletions': {
    input: z.strictObject({ key: z.string().max(100), answer: z.enum(['delete', 'keep']) }),
    output: z.void(),
  },
  'copy.state': { input: nothing, output: copyState.nullable() },
  /** Sets how many bytes of pictures this computer keeps at most, for every server. */
  'copy.set-limit': {
    input: z.strictObject({
      bytes: z
        .int()
        .min(0)
        .max(2 ** 45),
    }),
    output: z.void(),
  },
  /** The owner's answer to the copy's `deletions`, identified by its key. */
  'copy.answer-deletions': {
    input: z.strictObject({ key: z.string().max(100), answer: z.enum(['delete', 'keep']) }),
    output: z.void(),
  },
  /** The pictures that wait on this computer until they can be sent. */
  'pictures.waiting': { input: nothing, output: waitingPictureStates },
  /** Sends a refused picture once more. */
  'pictures.retry': { input: z.strictObject({ id: z.uuid() }), output: z.void() },
  /** Discards a waiting picture; places in texts that name it show nothing. */
  'pictures.remove': { input: z.strictObject({ id: z.uuid() }), output: z.void() },
  /** Writes the file of a waiting picture to a place the owner chooses. */
  'pictures.save': { input: z.strictObject({ id: z.uuid() }), output: z.object({ saved: z.boolean() }) },
  /**
   * Cancels the upload of this name if it has no answer yet: nothing of the upload is kept. A request of the app's
   * scheme has no way to say this.
   */
  'upload.cancel': { input: z.strictObject({ id: z.uuid() }), output: z.void() },
  /** Returns the drafts on this computer that contain these words, the best matches first. */
  'drafts.find': { input: z.strictObject({ q: z.string().max(500) }), output: z.array(foundDraft) },
  /** Opens http, https and mailto addresses only. */
  'shell.open-external': { input: z.strictObject({ url: z.string().max(8000) }), output: outcome },
  /** Shows the damaged database that was set aside, in its folder. */
  'files.show-damaged': { input: nothing, output: z.void() },
  /** The owner chooses the place; `name` is a suggestion. */
  'files.save-text': {
    input: z.strictObject({ name: fileName, text: fileText }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Starts a system drag of a text as a Markdown file, from under the pressed pointer; the file exists for a while. */
  'files.drag-text': { input: z.strictObject({ name: fileName, text: fileText }), output: z.void() },
  /** Downloads a file from the current server to a place the owner chooses; `name` is a suggestion. */
  'files.download': {
    input: z.strictObject({ path: downloadPath, name: fileName }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Null when the owner chose no file. */
  'files.open-text': { input: nothing, output: z.object({ name: z.string(), text: fileText }).nullable() },
  /** Writes everything local as one archive, to a place the owner chooses. */
  'workspace.export': { input: nothing, output: z.object({ saved: z.boolean(), path: z.string().nullable() }) },
  /** Closes the quick note's window. */
  'note.close': { input: nothing, output: z.void() },
  /** The keys that open a quick note from any program. */
  'note.shortcut': { input: nothing, output: noteShortcut },
  /** Registers or releases the keys; keys that the system refuses are off. */
  'note.choose-shortcut': { input: shortcutChoice, output: noteShortcut },
  'workflow.progress': { input: workflowProgress, output: z.void() },
  /**
   * The answer to `app.closing`: everything the page holds is on the disk. `isUnsaved`: the server does not have all of
   * it.
   */
  'app.flushed': { input: z.strictObject({ isUnsaved: z.boolean() }), output: z.void() },
  /** Looks for a newer version of the app; dialogs of the system tell the owner the result. */
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
/** The commands that a host's own menu or shortcuts can send to the admin. */
export type MenuCommand = (typeof menuCommands)[number];

/** A place in the admin that a link from outside names: a post by its number, a run by its id. */
const appLink = z.object({ type: z.enum(['post', 'run']), id: z.string().regex(/^[A-Za-z0-9._:-]{1,200}$/) });
export type AppLink = z.output<typeof appLink>;

/** The events that main sends to the renderer: event → payload. */
export const ipcEvents = {
  /** Documents that another device or another window has changed. `update` is null where a document was removed. */
  'documents.changed': z.array(z.object({ ...documentName, update: base64Bytes.nullable(), isRemoved: z.boolean() })),
  'sync.state': exchangeState,
  'copy.state': copyState,
  'pictures.waiting': waitingPictureStates,
  'network.state': z.object({ isOnline: z.boolean() }),
  'menu.command': z.object({ command: z.enum(menuCommands) }),
  /** The window may be about to close: the page writes what it holds and answers with `app.flushed`. */
  'app.closing': nothing,
  'link.opened': appLink,
  /** The number of bytes of an upload that have gone to the server. */
  'upload.progress': z.object({ id: z.string().max(100), sent: z.number().min(0) }),
  /** A text file that the system passed to the app. */
  'file.opened': z.object({ name: fileName, text: fileText }),
} as const satisfies Record<string, z.ZodType>;

export type IpcEvent = keyof typeof ipcEvents;
export type IpcEventPayload<E extends IpcEvent> = z.output<(typeof ipcEvents)[E]>;

/**
 * The object that the preload puts on the renderer's window: one function per channel, one per event; no generic
 * invoke.
 */
export type DesktopBridge = { [C in IpcChannel]: (input: IpcInput<C>) => Promise<IpcOutput<C>> } & {
  /** Each function takes a listener and returns a function that removes it. */
  readonly on: { [E in IpcEvent]: (listener: (payload: IpcEventPayload<E>) => void) => () => void };
};
