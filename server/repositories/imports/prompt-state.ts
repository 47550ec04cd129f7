import { createHash } from 'node:crypto';
import { z } from 'zod';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { historyOrigin } from '#shared/contract/history.ts';

/** A step's prompt, with all its versions. */
export const promptState = z.object({
  /** The present prompt; null when the step has none. Times in the form in which dates are stored. */
  now: z
    .object({
      title: z.string(),
      description: z.string(),
      prompt: z.string(),
      isDefault: z.boolean(),
      updatedAt: z.string(),
    })
    .nullable(),
  versions: z.array(
    z.object({
      number: z.int(),
      prompt: z.string(),
      isDefault: z.boolean(),
      note: z.string(),
      origin: historyOrigin,
      createdAt: z.string(),
    }),
  ),
});
export type PromptState = z.output<typeof promptState>;

export async function readPromptState(ex: Executor, step: string): Promise<PromptState> {
  const row = await ex.selectFrom('prompt_templates').selectAll().where('step', '=', step).executeTakeFirst();
  const versions = await ex
    .selectFrom('prompt_versions')
    .selectAll()
    .where('step', '=', step)
    .orderBy('number')
    .execute();
  return promptState.parse({
    now: row ? { ...row, isDefault: row.is_default === 1, updatedAt: row.updated_at } : null,
    versions: versions.map((version) => ({
      ...version,
      isDefault: version.is_default === 1,
      origin: { kind: version.origin, device: version.device },
      createdAt: version.created_at,
    })),
  });
}

/** Replaces a step's prompt and versions by these. */
export async function writePromptState(ex: Executor, step: string, { now, versions }: PromptState): Promise<void> {
  await atomically(ex, async (trx) => {
    if (now === null) await trx.deleteFrom('prompt_templates').where('step', '=', step).execute();
    else {
      const { title, description, prompt, isDefault, updatedAt } = now;
      const row = { title, description, prompt, is_default: flag(isDefault), updated_at: updatedAt };
      await trx
        .insertInto('prompt_templates')
        .values({ step, created_at: updatedAt, ...row })
        .onConflict((conflict) => conflict.column('step').doUpdateSet(row))
        .execute();
    }
    await trx.deleteFrom('prompt_versions').where('step', '=', step).execute();
    for (const { number, prompt, isDefault, note, origin, createdAt } of versions) {
      await trx
        .insertInto('prompt_versions')
        .values({
          ...{ step, number, note, prompt, is_default: flag(isDefault) },
          ...{ origin: origin.kind, device: origin.device, created_at: createdAt },
        })
        .execute();
    }
  });
}

/** The hash of a prompt and all its versions, in hex: it changes when the owner saves a prompt. */
export function promptHash({ now, versions }: PromptState): string {
  const texts = [now?.prompt, now?.isDefault, versions.map(({ number, prompt }) => [number, prompt])];
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);
