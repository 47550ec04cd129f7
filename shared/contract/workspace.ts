import { z } from 'zod';
import { bodyLimits, endpoint } from './endpoint.ts';
import { base64Bytes, isoDate } from './fields.ts';

/** Kinds of workspace document. */
export const documentKind = z.enum(['draft', 'prompt', 'run', 'preferences', 'codex']);
export type DocumentKind = z.output<typeof documentKind>;

/** Made by the device that created the document: "draft:5f0c…", "prompt:3". */
export const documentId = z.string().regex(/^[A-Za-z0-9._:-]{1,200}$/, 'Must be a document id');

/**
 * The id by which devices identify a database: another id is another workspace, and nothing is pushed to it without
 * asking.
 */
const siteId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'Must be a site id');
const sequence = z.coerce.number<string | number>().int().min(0).max(Number.MAX_SAFE_INTEGER);
const updateId = z.uuid();
const placeId = z.uuid();

/** The place of the last update seen in one server's log: its `seq`, and its `id`, a name that no other place has. */
export const workspaceCursor = z.object({ siteId, seq: z.int().min(0), id: placeId }).meta({ id: 'WorkspaceCursor' });
export type WorkspaceCursor = z.output<typeof workspaceCursor>;

/**
 * One change of one document. The device gives it an id of its own, so that sending it twice does no harm. `update` is
 * a Yjs update. `delete` is a tombstone: `seen` is the state vector that the deleter had; changes that it does not
 * cover survive the deletion.
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
 * Where a document is stored, the worst first. `not-kept`: the device could not store it; `on-this-computer`: stored
 * here, and no server is asked; `waiting`: stored here, the server does not have all of it yet; `on-the-server`: stored
 * there.
 */
export const documentStatuses = ['not-kept', 'on-this-computer', 'waiting', 'on-the-server'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** The state of a device's exchange with its server, as the device's other processes receive it. */
export const exchangeState = z
  .object({
    /**
     * The worst status of all documents. Offline, documents that were sent before are `on-the-server`.
     * `on-this-computer` where there is no exchange: not started, signed out, or the server is another site and the
     * owner has not been asked yet.
     */
    status: z.enum(documentStatuses),
    isOnline: z.boolean(),
    isSignedIn: z.boolean(),
    /** Changes the server has not acknowledged. */
    unsent: z.int(),
    /** The documents that these changes belong to. */
    waiting: z.array(documentId).readonly(),
    /** How many of these changes the server will never accept; they stay on this computer. */
    refused: z.int(),
    /** Documents that are larger than the server accepts: they stay on this computer until they are smaller. */
    tooLarge: z.array(documentId).readonly(),
    /** When both sides last had the same documents, in milliseconds since 1970 by this device's clock. */
    lastSyncedAt: z.number().nullable(),
    /** The server is another site than the one this device knows: nothing is pushed until the owner agrees. */
    question: z.object({ siteId: z.string() }).readonly().nullable(),
    /**
     * How many documents were pushed again, since the start, to a server that was restored from an older copy; null for
     * none.
     */
    pushedAgain: z.int().nullable(),
    /**
     * Deletions by other devices that would remove most of a list: they are not applied until the owner agrees. `key`
     * identifies the question; an answer with another key is ignored. `kinds` says how many documents of a kind would
     * be deleted, out of how many.
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

/** The most bytes the server keeps of one document; so a whole document fits into one push. */
export const LARGEST_DOCUMENT = 4 * 1024 * 1024;

/**
 * An update with its place in the server's log. The server folds earlier updates into a later one, which then contains
 * more than its id first stood for: every device applies it completely, also the device that made it.
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
    /** Where the next pull continues; null while the log is empty. */
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
    /** The site that the device takes this server for; a server of another site answers 410 and stores nothing. */
    siteId,
    updates: z.array(workspaceUpdate).min(1).max(1000),
  }),
  bodyLimit: bodyLimits.workspace,
  /** In the order of `updates`. There is no cursor: the device may not have pulled what others pushed before these. */
  response: z.object({ stored: z.array(z.object({ id: updateId, seq: z.int() })) }),
  /**
   * `cursor_unknown` also for an update of a document that the server has forgotten since its deletion: after a
   * comparison, the document is pushed whole. With `update_refused`, nothing of the push is stored; `issues` name each
   * faulty update by its position ("updates.3"), and sending that update again does not help.
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
    /** Documents up to and including this id were in an earlier answer. */
    after: documentId.optional(),
  }),
  bodyLimit: bodyLimits.workspace,
  response: z.object({
    siteId: z.string(),
    /**
     * Where pulling continues after this comparison is applied; null while the log is empty. Of several answers, the
     * first one's cursor counts: updates that arrived while the others were requested have still to be pulled.
     */
    cursor: workspaceCursor.nullable(),
    documents: z.array(
      z.object({
        documentId,
        kind: documentKind,
        /** The server's state vector: changes that it covers need not be pushed. */
        vector: base64Bytes,
        /** The changes that the device lacks, as far as state vectors can tell; null when it lacks none. */
        update: base64Bytes.nullable(),
        /**
         * What each deleter had seen, as state vectors; empty while the document exists. There can be several, because
         * none of them need cover the others, and only one of them may cover an update that is still on its way.
         */
        deleted: z.array(base64Bytes),
      }),
    ),
    /** The value of `after` for the next request; null at the end. Documents come in the order of their ids. */
    next: documentId.nullable(),
  }),
});

/** `updates` says how far the log has grown; the device then pulls. */
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

/**
 * A summary of a draft for a list, so that the draft need not be opened. A store keeps the summary until the draft is
 * changed.
 */
export const draftSummary = z.object({
  /** The version of these fields and their meaning: a program with another version makes its own summaries anew. */
  format: z.literal(1),
  id: documentId,
  /** The post that the draft changes; null for a new post. */
  postId: z.int().nullable(),
  /** The draft's title, else its first words; empty where it has none. */
  name: z.string(),
  /** When the draft was last typed in, in milliseconds since 1970; 0 when unknown. */
  at: z.number(),
  /** Whether the draft differs from the version it was made from, or from an empty form, and is not in the bin. */
  isUnsaved: z.boolean(),
  /** When the draft was put into the bin, in milliseconds since 1970; null for one that is not there. */
  discardedAt: z.number().nullable(),
});
export type DraftSummary = z.output<typeof draftSummary>;
