import type { ImportRow } from '#server/repositories/imports/imports.ts';
import { importOptions, type SiteImport, siteImport, UNDO_DAYS } from '#shared/contract/imports.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * An import as the owner sees it. `changes` is the number of things that it has created or changed; `now` in
 * milliseconds since 1970.
 */
export function asSiteImport(row: ImportRow, now: number, changes: number): SiteImport {
  const end = Date.parse(row.finished_at ?? row.created_at) + UNDO_DAYS * DAY;
  const canUndo = (row.state === 'done' || row.state === 'failed') && changes > 0 && now < end;
  // An earlier program may have stored fewer fields, or other values.
  const shape = siteImport.shape;
  return {
    id: row.id,
    state: row.state,
    name: row.name,
    program: row.program,
    options: importOptions.parse(JSON.parse(row.options)),
    progress: read(shape.progress, row.progress),
    plan: read(shape.plan, row.plan),
    receipt: read(shape.receipt, row.receipt),
    undone: read(shape.undone, row.undone),
    fault: row.fault,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    undoUntil: canUndo ? new Date(end).toISOString() : null,
    canRun: row.path !== null && (row.state === 'ready' || (row.state === 'failed' && row.plan !== null)),
  };
}

function read<T>(schema: { safeParse(value: unknown): { data?: T } }, json: string | null): T | null {
  return json === null ? null : (schema.safeParse(JSON.parse(json)).data ?? null);
}
