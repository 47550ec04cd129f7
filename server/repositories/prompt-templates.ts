import type { Selectable } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { PromptTemplatesTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { PromptTemplate } from '#shared/contract/prompts.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The stored prompts in the order of their steps. */
export async function listPromptTemplates(ex: Executor): Promise<PromptTemplate[]> {
  const rows = await ex.selectFrom('prompt_templates').selectAll().orderBy('step_number').execute();
  return rows.map(toTemplate);
}

/**
 * Stores a step's prompt: the owner's, or the shipped one again (`isDefault`). `now` in milliseconds since 1970.
 * Throws AppError `not_found`.
 */
export async function setPrompt(
  ex: Executor,
  stepNumber: number,
  { prompt, isDefault }: { prompt: string; isDefault: boolean },
  now: number,
): Promise<PromptTemplate> {
  const row = await ex
    .updateTable('prompt_templates')
    .set({ prompt, is_default: isDefault ? 1 : 0, updated_at: isoTime(now) })
    .where('step_number', '=', stepNumber)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toTemplate(row);
}

function toTemplate(row: Selectable<PromptTemplatesTable>): PromptTemplate {
  return {
    stepNumber: row.step_number,
    title: row.title,
    prompt: row.prompt,
    description: row.description,
    isDefault: row.is_default === 1,
  };
}
