import type { Selectable } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { PromptTemplatesTable } from '#server/db/schema.ts';
import type { SeedPromptTemplate } from '#server/db/seed-content/seed-content.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keepInHistory } from './history/keep.ts';

/** A step's prompt as it is stored. */
export interface StoredPrompt {
  /** The step's id. */
  step: string;
  title: string;
  prompt: string;
  description: string;
  /** False once the owner has changed the prompt. */
  isDefault: boolean;
}

/** All stored prompts, also those of steps that this program does not know, in no order. */
export async function listStoredPrompts(ex: Executor): Promise<StoredPrompt[]> {
  const rows = await ex.selectFrom('prompt_templates').selectAll().execute();
  return rows.map(toStored);
}

/**
 * Stores a step's prompt: the owner's, or the shipped one again (`isDefault`). `now` in milliseconds since 1970.
 * Throws AppError `not_found`.
 */
export async function setPrompt(
  ex: Executor,
  step: string,
  { prompt, isDefault }: { prompt: string; isDefault: boolean },
  now: number,
): Promise<StoredPrompt> {
  return atomically(ex, async (trx) => {
    const before = await trx.selectFrom('prompt_templates').selectAll().where('step', '=', step).executeTakeFirst();
    if (!before) throw new AppError('not_found');
    if (before.prompt !== prompt) {
      const state = { was: 'replaced' as const, prompt: before.prompt };
      await keepInHistory(trx, { kind: 'prompt', action: 'replaced', subject: step, name: before.title, state }, now);
    }
    const row = await trx
      .updateTable('prompt_templates')
      .set({ prompt, is_default: isDefault ? 1 : 0, updated_at: isoTime(now) })
      .where('step', '=', step)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toStored(row);
  });
}

/**
 * Stores the shipped prompts: all on a first start, later those of steps that are new, and of the others what was changed
 * in the program. A prompt of the owner's own stays as it is.
 */
export async function storeShippedPrompts(
  ex: Executor,
  shipped: readonly SeedPromptTemplate[],
  now: number,
): Promise<void> {
  const at = isoTime(now);
  const stored = new Map((await listStoredPrompts(ex)).map((prompt) => [prompt.step, prompt]));
  for (const { step, title, prompt, description } of shipped) {
    const texts = { title, prompt, description };
    const known = stored.get(step);
    if (!known) {
      await ex
        .insertInto('prompt_templates')
        .values({ step, ...texts, created_at: at, updated_at: at })
        // Another process may have been faster.
        .onConflict((conflict) => conflict.column('step').doNothing())
        .execute();
    } else if (known.isDefault && known.prompt !== texts.prompt) {
      await ex
        .updateTable('prompt_templates')
        .set({ ...texts, updated_at: at })
        .where('step', '=', step)
        // The owner may have been faster.
        .where('is_default', '=', 1)
        .execute();
    }
  }
}

function toStored(row: Selectable<PromptTemplatesTable>): StoredPrompt {
  const { step, title, prompt, description, is_default } = row;
  return { step, title, prompt, description, isDefault: is_default === 1 };
}
