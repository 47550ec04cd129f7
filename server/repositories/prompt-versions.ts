import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { changeOrigin } from '#server/change-origin.ts';
import { isoTime } from '#server/db/live.ts';
import type { PromptVersionsTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { HistoryOrigin } from '#shared/contract/history.ts';
import type { PromptVersion } from '#shared/contract/prompts.ts';
import { cutPage, type Page, type Paging, windowBy } from './paging.ts';

/** A new text of a step's prompt. */
export interface NewVersion {
  step: string;
  prompt: string;
  isDefault: boolean;
  /** The owner's note about the change; empty for none. */
  note: string;
}

/**
 * Stores a new version of a step's prompt; call it in the transaction of the change. `now` in milliseconds since 1970.
 */
export async function keepVersion(ex: Executor, { step, prompt, isDefault, note }: NewVersion, now: number) {
  const origin = changeOrigin();
  await ex
    .insertInto('prompt_versions')
    .values({
      ...{ step, prompt, note, is_default: isDefault ? 1 : 0 },
      number: sql<number>`(select coalesce(max(number), 0) + 1 from prompt_versions where step = ${step})`,
      ...{ origin: origin.kind, device: origin.device, created_at: isoTime(now) },
    })
    .execute();
}

/** The most versions on one page, however many are requested, because each carries its whole text. */
const LARGEST_PAGE = 20;

/**
 * The versions of a step's prompt, newest first. Throws AppError `invalid_input` for a cursor that the server did not
 * give.
 */
export async function listVersions(ex: Executor, step: string, asked: Paging): Promise<Page<PromptVersion>> {
  const paging = { ...asked, limit: Math.min(asked.limit ?? LARGEST_PAGE, LARGEST_PAGE) };
  const ofStep = ex.selectFrom('prompt_versions').where('step', '=', step);
  const { limit, offset, after } = windowBy(z.int().positive(), paging);
  const query = ofStep.selectAll().select('number as at').orderBy('number', 'desc').limit(limit).offset(offset);
  const rows = await (after ? query.where('number', '<', after.at) : query).execute();
  const { shown, next } = cutPage(rows, paging);
  const { total } = await ofStep.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items: shown.map(toVersion), total, next };
}

function toVersion(row: Selectable<PromptVersionsTable>): PromptVersion {
  const { number, prompt, note, is_default, origin, device, created_at } = row;
  return {
    ...{ number, prompt, note, isDefault: is_default === 1, createdAt: created_at },
    // Only values that `changeOrigin` returns were ever written.
    origin: { kind: origin as HistoryOrigin['kind'], device },
  };
}
