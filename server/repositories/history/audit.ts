import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { changeOrigin } from '#server/change-origin.ts';
import type { AuditTable } from '#server/db/audit-tables.ts';
import { isoTime } from '#server/db/live.ts';
import type { Schema } from '#server/db/schema.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { type AuditEntry, auditEntry } from '#shared/contract/audit.ts';
import { type AuditActorKind, type AuditClass, type AuditEventName, auditEvents } from '#shared/kernel/audit-events.ts';
import { cutPage, type Page, type Paging, windowOf } from '../paging.ts';

/** The number of characters that are stored of a name or of one detail. */
const LONGEST_TEXT = 300;

/** The one who does something. */
export interface AuditActor {
  kind: AuditActorKind;
  /** The name of a browser or computer, or of a token. */
  device: string;
  /** The network as `clientNetwork` returns it; absent when nobody called. */
  network?: string;
}

/** An event for the log. It never contains a secret or the words of a post. */
export interface AuditNote {
  event: AuditEventName;
  /** The id of the thing that the event is about. */
  subject?: string | number;
  /** The name of that thing. */
  name?: string;
  /** Further facts, in short texts. */
  details?: Record<string, string>;
  /** How often the event happened; once when absent. */
  count?: number;
  /** The actor; when absent, whoever asked for the change that is under way. */
  by?: AuditActor;
}

/**
 * Adds an entry to the log, in the transaction that does the thing if there is one. `now` in milliseconds since 1970.
 */
export async function noteInAudit(ex: Executor, note: AuditNote, now: number): Promise<void> {
  const { event, subject = '', name = '', details = {}, count = 1, by = actorOfChange() } = note;
  await ex
    .insertInto('audit')
    .values({
      ...{ at: isoTime(now), class: auditEvents[event].is, event, count },
      ...{ actor: by.kind, device: bounded(by.device), network: by.network ?? '' },
      ...{ subject: String(subject), name: bounded(name) },
      details: JSON.stringify(Object.fromEntries(Object.entries(details).map(([key, text]) => [key, bounded(text)]))),
    })
    .execute();
}

const bounded = (text: string) => text.toWellFormed().slice(0, LONGEST_TEXT).toWellFormed();

/** Whoever asked for the change that is under way. */
export function actorOfChange(): AuditActor {
  const origin = changeOrigin();
  const { kind, device, network } = origin.by ?? origin;
  return { kind: kind === 'unknown' ? 'server' : kind, device, ...(network !== undefined && { network }) };
}

/** Whether the log records that a token was used from a network. */
export async function hasTokenNetwork(ex: Executor, token: number, network: string): Promise<boolean> {
  const row = await ex
    .selectFrom('audit')
    .where('event', '=', sql.lit('token_new_network'))
    .where('subject', '=', String(token))
    .where('network', '=', network)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The entries that a list holds; an absent field does not restrict. Times are ISO 8601. */
export interface AuditFilter {
  class?: AuditClass | undefined;
  event?: AuditEventName | undefined;
  /** The first moment that is included. */
  from?: string | undefined;
  /** The first moment that is no longer included. */
  to?: string | undefined;
}

const columns = [
  'id',
  'at',
  'class',
  'event',
  'actor',
  'device',
  'network',
  'subject',
  'name',
  'details',
  'count',
] as const;

/** Entries, the last first. Throws AppError `invalid_input` for a cursor that the server did not give. */
export async function listAudit(
  ex: Executor,
  { from, to, ...request }: AuditFilter & Paging,
): Promise<Page<AuditEntry>> {
  const { limit, offset, after } = windowOf(request);
  let all = ex.selectFrom('audit');
  if (request.class) all = all.where('class', '=', request.class);
  if (request.event) all = all.where('event', '=', request.event);
  if (from) all = all.where('at', '>=', from);
  if (to) all = all.where('at', '<', to);
  // Not ordered by time: after a clock was set back, the latest entries would be hidden.
  let page = all.orderBy('id', 'desc').limit(limit).offset(offset);
  if (after) page = page.where('id', '<', after.id);
  const rows = await page.select(columns).execute();
  const { shown, next } = cutPage(rows, request);
  const isAll = next === null && after === undefined && offset === 0;
  const total = isAll ? rows.length : await countOf(all);
  return { items: shown.map(toEntry), total, next };
}

async function countOf(query: SelectQueryBuilder<Schema, 'audit', unknown>): Promise<number> {
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

const { shape } = auditEntry;
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/** A row that another version of the program wrote is listed as far as it can be read, and does not hide other rows. */
const readRow = z.object({
  event: shape.event.catch(null),
  actor: shape.actor.shape.kind.catch(null),
  details: z.preprocess(parsed, shape.details).catch({}),
});

function toEntry(row: Selectable<AuditTable>): AuditEntry {
  const { event, actor, details } = readRow.parse(row);
  const { id, at, class: is, device, network, subject, name, count } = row;
  const who = { kind: actor, device };
  return { id, at, class: is, event, actor: who, network: network || null, subject, name, details, count };
}

/**
 * Deletes entries of a class that are older than `before` (milliseconds since 1970) or beyond the last `most`, at most
 * `atOnce` of them; returns how many. Nobody can delete the entries that are kept.
 */
export async function forgetAudit(
  ex: Executor,
  is: AuditClass,
  { before, most, atOnce }: { before: number; most: number; atOnce: number },
): Promise<number> {
  const below = await firstKept(ex, is, { before, most });
  if (below === null) return 0;
  return atomically(ex, async (trx) => {
    const old = await trx
      .selectFrom('audit')
      .where('class', '=', is)
      .where('id', '<', below)
      .orderBy('id')
      .limit(atOnce)
      .select('id')
      .execute();
    const last = old.at(-1);
    if (!last) return 0;
    await trx
      .updateTable('audit_floors')
      .set({ below: last.id + 1 })
      .where('class', '=', is)
      .execute();
    await trx.deleteFrom('audit').where('class', '=', is).where('id', '<=', last.id).execute();
    return old.length;
  });
}

/** The id of the first entry of a class that is kept; null when there is nothing to delete. */
async function firstKept(
  ex: Executor,
  is: AuditClass,
  { before, most }: { before: number; most: number },
): Promise<number | null> {
  const ofClass = ex.selectFrom('audit').where('class', '=', is).select('id');
  // In the order in which entries were added, up to the first that is recent enough: the clock may have been changed.
  const young = await ofClass.where('at', '>=', isoTime(before)).orderBy('id').limit(1).executeTakeFirst();
  const last = await ofClass.orderBy('id', 'desc').limit(1).executeTakeFirst();
  const beyond = await ofClass.orderBy('id', 'desc').offset(most).limit(1).executeTakeFirst();
  if (!last) return null;
  return Math.max(young?.id ?? last.id + 1, beyond ? beyond.id + 1 : 0);
}
