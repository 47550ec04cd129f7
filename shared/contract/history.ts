import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParam, isoDate, pagingQuery } from './fields.ts';

/** The kinds of things that History keeps when they are deleted or replaced. */
export const historyKinds = [
  'post',
  'picture',
  'category',
  'tag',
  'author',
  'settings',
  'prompt',
  'draft',
  'run',
] as const;
const historyKind = z.enum(historyKinds);
export type HistoryKind = z.output<typeof historyKind>;

/** `restored`: the thing came back, from the bin or by History; restoring this entry takes the thing away again. */
export const historyActions = ['deleted', 'replaced', 'restored'] as const;
export type HistoryAction = (typeof historyActions)[number];

/**
 * Where a change came from. `app` is the desktop app, `server` a change the server makes by itself, `unknown` a change
 * from before origins were recorded. `device` is the name of a browser or computer ("Chrome on Windows"), or the name
 * of the token of a program or an agent; empty for the other kinds.
 */
export const historyOrigin = z.object({
  kind: z.enum(['browser', 'app', 'program', 'agent', 'import', 'server', 'unknown']),
  device: z.string(),
});
export type HistoryOrigin = z.output<typeof historyOrigin>;

/**
 * Why a thing cannot be brought back: it was larger than History keeps, the owner has deleted it for good, or this
 * program cannot read the kept copy.
 */
export const historyLosses = ['too-large', 'for-good', 'unreadable'] as const;

/** Something that was deleted, replaced or restored. */
export const historyEntry = z
  .object({
    id: z.int(),
    at: isoDate,
    /** Null for a kind that this program does not know. */
    kind: historyKind.nullable(),
    action: z.enum(historyActions),
    /** The name of the thing at that time. */
    name: z.string(),
    /** The post the entry is about, for the calls that change posts; null for any other thing. */
    postId: z.int().nullable(),
    origin: historyOrigin,
    /** Null while the thing can be brought back. */
    lost: z.enum(historyLosses).nullable(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.output<typeof historyEntry>;

export const listHistory = endpoint({
  name: 'listHistory',
  method: 'GET',
  path: '/api/history',
  summary:
    'What was deleted, replaced or restored in the last 30 days, the last first. X-Total-Count and Link carry the paging',
  query: pagingQuery.extend({
    kind: historyKind.optional(),
    action: z.enum(historyActions).optional(),
    /** Words that must all occur in the name; parts of words match, and case and diacritics are ignored. */
    q: z.string().max(500).optional(),
  }),
  response: z.array(historyEntry),
});

export const restoreHistory = endpoint({
  name: 'restoreHistory',
  method: 'POST',
  path: '/api/history/:id/restore',
  summary:
    'Brings back what an entry of History says was deleted or replaced, or takes a restoration back. A second time changes nothing',
  params: z.object({ id: idParam }),
  /** `undo` is the entry that reverses this restore; null where there was nothing to change. */
  response: z.object({ undo: z.int().nullable() }),
  errors: [
    'not_found',
    'history_gone',
    'history_conflict',
    'post_conflict',
    'still_in_use',
    'content_too_complex',
    'update_refused',
  ],
});
