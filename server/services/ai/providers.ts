import { atomically, type Executor } from '#server/db/transaction.ts';
import { spentByProvider } from '#server/repositories/ai-calls.ts';
import {
  deleteProvider,
  findChoices,
  findProvider,
  insertProvider,
  listProviders,
  replaceProvider,
  type StoredProvider,
  storeChoices,
} from '#server/repositories/ai-providers.ts';
import { noteInAudit } from '#server/repositories/history/audit.ts';
import {
  type AiChoices,
  type AiModelUse,
  type AiProviderProfile,
  type AiSettings,
  ENVIRONMENT_PROVIDER,
  MOST_PROVIDERS,
  type ProviderFields,
} from '#shared/contract/ai-providers.ts';
import type { AuditEventName } from '#shared/kernel/audit-events.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Models } from './models.ts';
import { isoMonth, monthStart } from './months.ts';
import type { PaidCalls } from './paid-calls.ts';
import { createProviderProfiles, type NewProvider, type ProfileOptions } from './provider-profiles.ts';
import { askForModels, type ProviderTest, testModel } from './provider-test.ts';
import type { PaidWorkOptions } from './provider-work.ts';
import { refusedField } from './refused-field.ts';

/** The profiles of AI providers that the owner manages (docs/rules.md, "Provider and its key"). */
export interface AiProviderService {
  settings(): Promise<AiSettings>;
  /** Throws AppError `invalid_input`, `name_taken`. */
  create(fields: ProviderFields): Promise<AiProviderProfile>;
  /** Throws AppError `invalid_input`, `name_taken`, `not_found`. */
  update(id: number, fields: ProviderFields): Promise<AiProviderProfile>;
  /** Throws AppError `not_found`. */
  remove(id: number): Promise<void>;
  /**
   * `model`: one of the profile's models for texts; the first when absent. Throws AppError `not_found`,
   * `ai_budget_reached`, `ai_not_configured`.
   */
  test(id: number, model?: string): Promise<ProviderTest>;
  /** Throws AppError `invalid_input`. */
  choose(choices: AiChoices): Promise<AiSettings>;
}

interface AiProviderOptions extends ProfileOptions {
  db: Executor;
  clock: Clock;
  models: Models;
  calls: PaidCalls;
  /** USD that `AI_MONTHLY_LIMIT_USD` allows; null for no limit. */
  environmentUsd: number | null;
  testing: PaidWorkOptions;
}

export function createAiProviderService(options: AiProviderOptions): AiProviderService {
  const { db, clock, models, calls, environmentUsd, testing } = options;
  const { toStored, toProfile, environment } = createProviderProfiles(options);
  const spent = () => spentByProvider(db, monthStart(clock.now()));

  async function settings(): Promise<AiSettings> {
    const costs = await spent();
    const stored = await listProviders(db);
    return {
      providers: [environment(costs.get(null) ?? 0), ...stored.map((each) => toProfile(each, costs.get(each.id) ?? 0))],
      choices: await findChoices(db),
      environmentLimitUsd: environmentUsd,
      spentUsd: [...costs.values()].reduce((sum, each) => sum + each, 0),
      month: isoMonth(clock.now()),
    };
  }

  /**
   * If the environment has no models, a new profile is used for every task that has no model yet and for which it has
   * one.
   */
  async function useFirst(trx: Executor, id: number, profile: NewProvider): Promise<void> {
    const choices = await findChoices(trx);
    await storeChoices(trx, models.hasEnvironment ? choices : withFirst(choices, id, profile), clock.now());
  }

  async function get(id: number): Promise<AiProviderProfile> {
    const stored = await findProvider(db, id);
    if (!stored) throw new AppError('not_found');
    return toProfile(stored, (await spent()).get(id) ?? 0);
  }

  return {
    settings,
    async create(fields) {
      const stored = toStored(fields, null);
      const id = await atomically(db, async (trx) => {
        if ((await listProviders(trx)).length >= MOST_PROVIDERS) {
          throw refusedField('name', `There are ${MOST_PROVIDERS} providers, which is as many as there can be.`);
        }
        const made = await insertProvider(trx, stored, clock.now());
        await useFirst(trx, made, stored);
        await noteProvider(trx, 'provider_made', { id: made, ...stored }, clock.now());
        return made;
      });
      return get(id);
    },
    async update(id, fields) {
      await atomically(db, async (trx) => {
        const before = await findProvider(trx, id);
        if (!before) throw new AppError('not_found');
        const stored = toStored(fields, before);
        await replaceProvider(trx, { id, ...stored }, clock.now());
        await useFirst(trx, id, stored);
        await noteProvider(trx, 'provider_changed', { id, ...stored }, clock.now());
      });
      return get(id);
    },
    remove: (id) =>
      atomically(db, async (trx) => {
        const gone = await findProvider(trx, id);
        await deleteProvider(trx, id);
        if (gone) await noteProvider(trx, 'provider_deleted', gone, clock.now());
      }),
    async test(id, asked) {
      const stored = id === ENVIRONMENT_PROVIDER ? null : await findProvider(db, id);
      if (stored === null && id !== ENVIRONMENT_PROVIDER) throw new AppError('not_found');
      if (stored === null) return testModel({ calls, testing }, await models.of(id, '', 'text'));
      const model = asked ?? stored.models.find(({ use }) => use === 'text')?.name;
      return model === undefined
        ? askForModels(models.reach(stored))
        : testModel({ calls, testing }, await models.of(id, model, 'text'));
    },
    async choose(choices) {
      checkChoices(choices, (await settings()).providers);
      await atomically(db, (trx) => storeChoices(trx, choices, clock.now()));
      return settings();
    },
  };
}

/** The choices, with the profile's models for the uses that have no model yet. */
function withFirst(choices: AiChoices, id: number, profile: NewProvider): AiChoices {
  const first = (use: AiModelUse) => {
    const model = profile.models.find((each) => each.use === use);
    return choices[use] ?? (model ? { providerId: id, model: model.name } : null);
  };
  return { ...choices, text: first('text'), picture: first('picture') };
}

/** Only the host name of the address is recorded. */
async function noteProvider(
  trx: Executor,
  event: Extract<AuditEventName, `provider_${string}`>,
  { id, name, address }: Pick<StoredProvider, 'id' | 'name' | 'address'>,
  now: number,
): Promise<void> {
  await noteInAudit(trx, { event, subject: id, name, details: { at: new URL(address).host } }, now);
}

/** Throws AppError `invalid_input` when a chosen model belongs to none of the profiles, or a step is named twice. */
function checkChoices(choices: AiChoices, known: readonly AiProviderProfile[]): void {
  const check = (path: string, choice: { providerId: number; model: string } | null, use: AiModelUse) => {
    if (!choice) return;
    const profile = known.find(({ id }) => id === choice.providerId);
    const isThere = profile?.models.some(({ name, use: its }) => name === choice.model && its === use);
    if (!isThere) throw refusedField(path, `There is no such model any more: “${choice.model}”. Choose another.`);
  };
  check('text', choices.text, 'text');
  check('picture', choices.picture, 'picture');
  check('secondReader.model', choices.secondReader?.model ?? null, 'text');
  for (const [at, step] of choices.steps.entries()) check(`steps.${at}`, step, 'text');
  if (new Set(choices.steps.map(({ stepId }) => stepId)).size < choices.steps.length) {
    throw refusedField('steps', 'A step is named twice.');
  }
}
