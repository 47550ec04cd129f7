import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { AiProvidersTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import {
  type AiChoices,
  type AiModel,
  aiModel,
  ENVIRONMENT_PROVIDER,
  type ProviderKind,
  providerKinds,
  type SecondReaderChoice,
} from '#shared/contract/ai-providers.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { FIRST_READING_LIMITS } from '#shared/kernel/reading-limits.ts';
import { rejectDuplicate } from './reject-duplicate.ts';
import { findSetting, setSetting } from './settings.ts';

/** A profile as it is stored, with its key sealed. */
export interface StoredProvider {
  id: number;
  name: string;
  kind: ProviderKind;
  address: string;
  sealedKey: Buffer | null;
  models: AiModel[];
  monthlyLimitUsd: number | null;
}

/** All profiles, by name. */
export async function listProviders(ex: Executor): Promise<StoredProvider[]> {
  return (await ex.selectFrom('ai_providers').selectAll().orderBy('name').execute()).map(toProvider);
}

export async function findProvider(ex: Executor, id: number): Promise<StoredProvider | null> {
  const row = await ex.selectFrom('ai_providers').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toProvider(row) : null;
}

/** Inserts a profile and returns its id. Throws AppError `name_taken`. `now` in milliseconds since 1970. */
export async function insertProvider(ex: Executor, provider: Omit<StoredProvider, 'id'>, now: number): Promise<number> {
  const values = { ...rowOf(provider), created_at: isoTime(now), updated_at: isoTime(now) };
  const insert = ex.insertInto('ai_providers').values(values).returning('id');
  return (await rejectDuplicate('name_taken', () => insert.executeTakeFirstOrThrow())).id;
}

/** Replaces a profile. Throws AppError `name_taken`, `not_found`. `now` in milliseconds since 1970. */
export async function replaceProvider(ex: Executor, { id, ...provider }: StoredProvider, now: number): Promise<void> {
  const update = ex
    .updateTable('ai_providers')
    .set({ ...rowOf(provider), updated_at: isoTime(now) })
    .where('id', '=', id);
  const { numUpdatedRows } = await rejectDuplicate('name_taken', () => update.executeTakeFirstOrThrow());
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}

/** Deletes a profile and the choices of its models. Throws AppError `not_found`. */
export async function deleteProvider(ex: Executor, id: number): Promise<void> {
  const { numDeletedRows } = await ex.deleteFrom('ai_providers').where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}

const SETTING = 'ai';
/** The second reader's settings without its model, which is stored as a choice like the others. */
const reader = z.object({
  isOn: z.boolean(),
  postLimitUsd: z.number(),
  monthLimitUsd: z.number(),
  isAutomatic: z.boolean(),
});
const NO_READER = { isOn: false, ...FIRST_READING_LIMITS, isAutomatic: false };
const setting = z.object({ monthlyLimitUsd: z.number().nullable(), secondReader: reader.optional().catch(undefined) });
const STEP = 'step:';

export interface StoredChoices extends AiChoices {
  secondReader: SecondReaderChoice;
}

/** The models that the owner has chosen for each purpose, and the owner's limit. */
export async function findChoices(ex: Executor): Promise<StoredChoices> {
  const rows = await ex.selectFrom('ai_choices').selectAll().orderBy('place').execute();
  const chosen = rows.map(({ place, provider_id, model }) => {
    return { place, choice: { providerId: provider_id ?? ENVIRONMENT_PROVIDER, model } };
  });
  const of = (wanted: string) => chosen.find(({ place }) => place === wanted)?.choice ?? null;
  const stored = await findSetting(ex, SETTING, setting);
  return {
    text: of('text'),
    picture: of('picture'),
    steps: chosen
      .filter(({ place }) => place.startsWith(STEP))
      .map(({ place, choice }) => ({ stepId: place.slice(STEP.length), ...choice })),
    monthlyLimitUsd: stored?.monthlyLimitUsd ?? null,
    secondReader: { ...(stored?.secondReader ?? NO_READER), model: of('reader') },
  };
}

/** Replaces all stored choices by these; call it within a transaction. `now` in milliseconds since 1970. */
export async function storeChoices(ex: Executor, choices: AiChoices, now: number): Promise<void> {
  const { text, picture, steps, monthlyLimitUsd } = choices;
  const { model: reading, ...secondReader } = choices.secondReader ?? (await findChoices(ex)).secondReader;
  const rows = [
    ...(text ? [{ place: 'text', ...text }] : []),
    ...(picture ? [{ place: 'picture', ...picture }] : []),
    ...(reading ? [{ place: 'reader', ...reading }] : []),
    ...steps.map(({ stepId, ...choice }) => ({ place: STEP + stepId, ...choice })),
  ].map(({ place, providerId, model }) => {
    return { place, model, provider_id: providerId === ENVIRONMENT_PROVIDER ? null : providerId };
  });
  await ex.deleteFrom('ai_choices').execute();
  if (rows.length > 0) await ex.insertInto('ai_choices').values(rows).execute();
  await setSetting(ex, SETTING, { monthlyLimitUsd, secondReader }, now);
}

/**
 * A row that another version of the program wrote may lack a readable list of models: the list is then empty, and the
 * rest of the row is still read.
 */
const readModels = z.array(aiModel).catch([]);
const readKind = z.enum(providerKinds).catch('other');

function toProvider(row: Selectable<AiProvidersTable>): StoredProvider {
  const { id, name, kind, address, sealed_key: sealedKey, models, monthly_limit_usd: monthlyLimitUsd } = row;
  return {
    ...{ id, name, address, sealedKey, monthlyLimitUsd },
    kind: readKind.parse(kind),
    models: readModels.parse(JSON.parse(models)),
  };
}

function rowOf({ name, kind, address, sealedKey, models, monthlyLimitUsd }: Omit<StoredProvider, 'id'>) {
  return {
    ...{ name, kind, address, models: JSON.stringify(models) },
    sealed_key: sealedKey,
    monthly_limit_usd: monthlyLimitUsd,
  };
}
