import { type Selectable, sql } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { PromptTemplatesTable } from '#server/db/schema.ts';
import type { SeedPromptTemplate } from '#server/db/seed-content/seed-content.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keepInHistory } from './history/keep.ts';
import { keepVersion } from './prompt-versions.ts';

/** A step's prompt as it is stored. */
export interface StoredPrompt {
  /** The step's id. */
  step: string;
  title: string;
  prompt: string;
  description: string;
  /** False once the owner has changed the prompt. */
  isDefault: boolean;
  /** The prompt's version, from 1; 0 when none was stored. */
  version: number;
}

/** All stored prompts, also those of steps that this program does not know, in no order. */
export async function listStoredPrompts(ex: Executor): Promise<StoredPrompt[]> {
  return (await withVersion(ex).execute()).map(toStored);
}

/**
 * Stores a step's prompt as its newest version: the owner's prompt, or the shipped one again (`isDefault`). `now` in
 * milliseconds since 1970. Throws AppError `not_found`.
 */
export async function setPrompt(
  ex: Executor,
  step: string,
  { prompt, isDefault, note = '' }: { prompt: string; isDefault: boolean; note?: string },
  now: number,
): Promise<StoredPrompt> {
  return atomically(ex, async (trx) => {
    const before = await trx.selectFrom('prompt_templates').selectAll().where('step', '=', step).executeTakeFirst();
    if (!before) throw new AppError('not_found');
    if (before.prompt !== prompt) {
      const state = { was: 'replaced' as const, prompt: before.prompt };
      await keepInHistory(trx, { kind: 'prompt', action: 'replaced', subject: step, name: before.title, state }, now);
      await keepVersion(trx, { step, prompt, isDefault, note }, now);
    }
    await trx
      .updateTable('prompt_templates')
      .set({ prompt, is_default: isDefault ? 1 : 0, updated_at: isoTime(now) })
      .where('step', '=', step)
      .execute();
    return toStored(await withVersion(trx).where('step', '=', step).executeTakeFirstOrThrow());
  });
}

/**
 * Stores the shipped prompts: all at a first start, later those of new steps and those that the program has changed. A
 * prompt of the owner's own stays as it is.
 */
export async function storeShippedPrompts(
  ex: Executor,
  shipped: readonly SeedPromptTemplate[],
  now: number,
): Promise<void> {
  const stored = new Map((await listStoredPrompts(ex)).map((prompt) => [prompt.step, prompt]));
  for (const template of shipped) {
    const known = stored.get(template.step);
    if (known && (!known.isDefault || known.prompt === template.prompt)) continue;
    await atomically(ex, (trx) => storeShipped(trx, template, now));
  }
}

/** Stores the shipped prompt of a step that is new or still has an earlier shipped prompt, with its version. */
async function storeShipped(trx: Executor, { step, title, prompt, description }: SeedPromptTemplate, now: number) {
  const at = isoTime(now);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('prompt_templates')
    .values({ step, title, prompt, description, created_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .column('step')
        .doUpdateSet({ title, prompt, description, updated_at: at })
        // The owner, or another process, may have been faster.
        .where('prompt_templates.is_default', '=', 1)
        .where('prompt_templates.prompt', '!=', prompt),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return;
  await keepVersion(trx, { step, prompt, isDefault: true, note: 'Came with the program' }, now);
}

/** The prompts, each with the number of its newest version if that has the same text, otherwise 0. */
function withVersion(ex: Executor) {
  return ex
    .selectFrom('prompt_templates')
    .selectAll()
    .select(
      sql<number>`coalesce((
        select iif(prompt_versions.prompt = prompt_templates.prompt, number, 0) from prompt_versions
        where prompt_versions.step = prompt_templates.step order by number desc limit 1
      ), 0)`.as('version'),
    );
}

function toStored(row: Selectable<PromptTemplatesTable> & { version: number }): StoredPrompt {
  const { step, title, prompt, description, is_default, version } = row;
  return { step, title, prompt, description, isDefault: is_default === 1, version };
}
