import { z } from 'zod';
import { bodyLimits, endpoint } from './endpoint.ts';
import { base64Bytes, isoDate } from './fields.ts';

/** Kinds of workspace document. */
export const documentKind = z.enum(['draft', 'prompt', 'run', 'preferences', 'codex']);
export type DocumentKind = z.output<typeof documentKind>;

/** Made by the device that made the document: "draft:5f0c…", "prompt:3". */
export const documentId = z.string().regex(/^[A-Za-z0-9._:-]{1,200}$/, 'Must be a document id');

/** A database as devices know it: another id is another workspace, and nothing is pushed to it unasked. */
const siteId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'Must be a site id');
const sequence = z.coerce.number<string | number>().int().min(0).max(Number.MAX_SAFE_INTEGER);
const updateId = z.uuid();
const placeId = z.uuid();

/** The place of the last update seen in one server's log: its `seq`, and the name `id` that no other place has. */
export const workspaceCursor = z.object({ siteId, seq: z.int().min(0), id: placeId }).meta({ id: 'WorkspaceCursor' });
export type WorkspaceCursor = z.output<typeof workspaceCursor>;

/**
 * One change of one document, made by a device under an id of its own, so that sending it twice does no harm.
 * `update` is a Yjs update. `delete` is a tombstone: `seen` is the state vector the deleter had, and what it did not
 * cover outlives the deletion.
 */
const documentUpdate = { id: updateId, documentId, kind: documentKind };
export const workspaceUpdate = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('update'), ...documentUpdate, update: base64Bytes }),
    z.object({ type: z.literal('delete'), ...documentUpdate, seen: base64Bytes }),
  ])
  .meta({ id: 'WorkspaceUpdate' });
export type WorkspaceUpdate = z.output<typeof workspaceUpdate>;

/**
 * Where a document is, worst first. `not-kept`: the device could not store it; `on-this-computer`: kept here, and no
 * server is asked; `waiting`: kept here, the server does not have all of it yet; `on-the-server`: there.
 */
export const documentStatuses = ['not-kept', 'on-this-computer', 'waiting', 'on-the-server'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** Where the exchange of a device with its server stands, as its other processes are told. */
export const exchangeState = z
  .object({
    /**
     * The worst status of all documents. Offline, what was sent before is `on-the-server`. `on-this-computer` where
     * nothing is exchanged: not started, signed out, or another site whose owner was not asked yet.
     */
    status: z.enum(documentStatuses),
    isOnline: z.boolean(),
    isSignedIn: z.boolean(),
    /** Changes the server has not acknowledged. */
    unsent: z.int(),
    /** The documents they are of. */
    waiting: z.array(documentId).readonly(),
    /** How many of them the server will not take, whatever is tried; they stay on this computer. */
    refused: z.int(),
    /** Documents that are larger than the server takes: they stay on this computer until they are smaller. */
    tooLarge: z.array(documentId).readonly(),
    /** When everything was the same here and there, milliseconds since 1970 by this device's clock. */
    lastSyncedAt: z.number().nullable(),
    /** The server is another site than the one this device knows: nothing is pushed until the owner says so. */
    question: z.object({ siteId: z.string() }).readonly().nullable(),
    /** How many documents a server that was put back from an older copy was given again since the start; null for none. */
    pushedAgain: z.int().nullable(),
    /**
     * Deletions of others that would take most of a list away: not carried out before the owner says so. `key` names the
     * question: an answer to another one is none. `kinds` says how many documents of a kind go, of how many there were.
     */
    deletions: z
      .object({
        key: z.string(),
        kinds: z.array(z.object({ kind: documentKind, deleted: z.int(), of: z.int() }).readonly()).readonly(),
      })
      .readonly()
      .nullable(),
  })
  .readonly();
export type ExchangeState = z.output<typeof exchangeState>;

/** What the server keeps of one document at most, in bytes; so a whole document fits into one push. */
export const LARGEST_DOCUMENT = 4 * 1024 * 1024;

/**
 * An update with its place in the server's log. The server folds what came before into a later update, which then holds
 * more than its id first said: it is taken in whole, also by the device that made it.
 */
const loggedUpdate = z
  .object({ seq: z.int(), createdAt: isoDate, change: workspaceUpdate })
  .meta({ id: 'LoggedWorkspaceUpdate' });
export type LoggedUpdate = z.output<typeof loggedUpdate>;

export const pullUpdates = endpoint({
  name: 'pullUpdates',
  method: 'GET',
  path: '/api/workspace/updates',
  summary: 'What came after a cursor, oldest first; without a cursor from the beginning. Repeat while `more`',
  query: z
    .object({
      siteId: siteId.optional(),
      seq: sequence.optional(),
      id: placeId.optional(),
      limit: z.coerce.number<string | number>().int().min(1).max(1000).optional(),
    })
    .refine(({ siteId, seq, id }) => {
      const given = [siteId, seq, id].filter((part) => part !== undefined).length;
      return given === 0 || given === 3;
    }, 'A cursor is siteId, seq and id together'),
  response: z.object({
    siteId: z.string(),
    updates: z.array(loggedUpdate),
    /** Where to go on; null while the log is empty. */
    cursor: workspaceCursor.nullable(),
    more: z.boolean(),
  }),
  errors: ['cursor_unknown'],
});

export const pushUpdates = endpoint({
  name: 'pushUpdates',
  method: 'POST',
  path: '/api/workspace/updates',
  summary: 'Stores updates; the answer means that they are on the disk. One that is there already is not stored twice',
  body: z.object({
    /** The site the device takes this server for; another one answers 410 and stores nothing. */
    siteId,
    updates: z.array(workspaceUpdate).min(1).max(1000),
  }),
  bodyLimit: bodyLimits.workspace,
  /** In the order of `updates`. No cursor: what others pushed before these may not have been pulled. */
  response: z.object({ stored: z.array(z.object({ id: updateId, seq: z.int() })) }),
  /**
   * `cursor_unknown` also for the update of a document the server has forgotten since it was deleted: after comparing,
   * it is pushed whole. `update_refused` stores nothing of the push; `issues` name each faulty one by its place
   * ("updates.3"), and sending those again is of no use.
   */
  errors: ['cursor_unknown', 'update_refused'],
});

export const compareWorkspace = endpoint({
  name: 'compareWorkspace',
  method: 'POST',
  path: '/api/workspace/compare',
  summary:
    'After 410: the device says what it has of each document, the server what the device lacks and what it has itself. Stores nothing',
  body: z.object({
    documents: z.array(z.object({ documentId, vector: base64Bytes })).max(20_000),
    /** Documents up to and including this id were answered before. */
    after: documentId.optional(),
  }),
  bodyLimit: bodyLimits.workspace,
  response: z.object({
    siteId: z.string(),
    /**
     * Where to pull on from once this comparison is applied; null while the log is empty. Of several answers the first
     * one's counts: what came while the others were asked for is still to be pulled.
     */
    cursor: workspaceCursor.nullable(),
    documents: z.array(
      z.object({
        documentId,
        kind: documentKind,
        /** The server's state vector: what it covers need not be pushed. */
        vector: base64Bytes,
        /** What the device lacks, as far as state vectors can tell; null when that is nothing. */
        update: base64Bytes.nullable(),
        /**
         * What its deleters had seen, a state vector each; none while the document lives. Several, because none of them
         * need cover the others, and an update that is still on its way may be covered by one of them alone.
         */
        deleted: z.array(base64Bytes),
      }),
    ),
    /** Ask again with this as `after`; null at the end. Documents come in the order of their ids. */
    next: documentId.nullable(),
  }),
});

/** `updates` says how far the log has grown; the device pulls. */
const workspaceEvent = z
  .discriminatedUnion('event', [z.object({ event: z.literal('updates'), data: workspaceCursor })])
  .meta({ id: 'WorkspaceEvent' });
export type WorkspaceEvent = z.output<typeof workspaceEvent>;

export const watchWorkspace = endpoint({
  name: 'watchWorkspace',
  method: 'GET',
  path: '/api/workspace/events',
  summary: 'Says when there is something to pull. A comment line every 15 s',
  stream: 'text/event-stream',
  events: workspaceEvent,
});

/** What a list says of a draft, so that it need not be opened. A store keeps it until the draft is changed. */
export const draftSummary = z.object({
  /** Of the fields here and what they mean: another program makes its own anew. */
  format: z.literal(1),
  id: documentId,
  /** The post it changes; null for a new post's. */
  postId: z.int().nullable(),
  /** Its title, else its first words; empty where it has none. */
  name: z.string(),
  /** When it was last typed in, milliseconds since 1970, 0 when unknown. */
  at: z.number(),
  /** It says something else than the version it was made from, or than an empty form, and is not in the bin. */
  isUnsaved: z.boolean(),
  /** When it was put into the bin, milliseconds since 1970; null for one that is not there. */
  discardedAt: z.number().nullable(),
});
export type DraftSummary = z.output<typeof draftSummary>;
