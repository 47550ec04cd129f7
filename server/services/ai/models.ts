import { createOpenAiProvider } from '#server/adapters/ai/openai-provider.ts';
import { createRedactor, type Redact } from '#server/adapters/ai/redact.ts';
import type { Config } from '#server/config.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findChoices, findProvider, type StoredProvider } from '#server/repositories/ai-providers.ts';
import { type AiModel, type AiModelUse, ENVIRONMENT_PROVIDER } from '#shared/contract/ai-providers.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ChosenModel } from './chosen-model.ts';
import { createEnvironmentModels } from './environment-models.ts';
import type { Prices } from './pricing.ts';
import type { SealedKeys } from './sealed-keys.ts';

export interface Models {
  /** The model for texts (a step's own model if it has one) or for pictures. Throws AppError `ai_not_configured`. */
  choose(use: AiModelUse, step?: string): Promise<ChosenModel>;
  /** The model that reads posts before they are published. Throws AppError `ai_not_configured`. */
  reader(): Promise<ChosenModel>;
  /** A certain model of a profile, whatever it is used for. Throws AppError `not_found`, `ai_not_configured`. */
  of(providerId: number, name: string, use: AiModelUse): Promise<ChosenModel>;
  /** The provider of a profile, ready to be asked for its models. Throws AppError `ai_not_configured`. */
  reach(profile: StoredProvider): Pick<ChosenModel, 'provider' | 'profile'>;
  /** The prices of the model with which a call was made; none when the model no longer exists. */
  pricesOf(providerId: number | null, name: string | null): Promise<Prices>;
  /** The models of the environment. */
  environment: AiModel[];
  /** Whether the environment names a key or an address. */
  hasEnvironment: boolean;
  /** Removes every key and address that was used since the start from a text. */
  redact: Redact;
}

interface ModelOptions {
  db: Executor;
  config: Config;
  keys: SealedKeys;
}

const NO_PRICES: Prices = { input: undefined, output: undefined, image: undefined };

/** Chooses the model for each use, with everything that a call to it needs (docs/rules.md, "Provider and its key"). */
export function createModels({ db, config, keys }: ModelOptions): Models {
  const redactors = createRedactors();

  const environment = createEnvironmentModels(config, redactors.of);

  function reach(profile: StoredProvider, model = ''): Pick<ChosenModel, 'provider' | 'profile' | 'redact'> {
    const { name, address } = profile;
    const key = openKey(profile, keys);
    const again = `Enter the key of “${name}” again, in Settings, AI.`;
    if (key === null) throw new AppError('ai_not_configured', { message: again });
    const redact = redactors.of(key, address);
    const provider = createOpenAiProvider({
      ...{ apiKey: key, baseUrl: address, redact, reach: config.AI_ALLOW_LOCAL ? 'local' : 'public' },
      textModel: model,
      imageModel: model,
      advice: {
        key: again,
        address: `Check the address of “${name}” in Settings, AI.`,
        model: `Check the models and the address of “${name}” in Settings, AI.`,
      },
    });
    return { provider, profile: name, redact };
  }

  function ofProfile(profile: StoredProvider, model: AiModel): ChosenModel {
    return {
      ...reach(profile, model.name),
      providerId: profile.id,
      model: model.name,
      sees: model.sees,
      prices: pricesOf(model),
      limits: {
        context: model.contextLimit,
        output: model.maxOutputTokens,
        profileUsd: profile.monthlyLimitUsd ?? undefined,
      },
      tellsCost: profile.kind === 'openrouter',
    };
  }

  async function of(providerId: number, name: string, use: AiModelUse): Promise<ChosenModel> {
    if (providerId === ENVIRONMENT_PROVIDER) return environment.choose(use);
    const profile = await findProvider(db, providerId);
    if (!profile) throw new AppError('not_found');
    const model = profile.models.find((each) => each.name === name && each.use === use);
    if (!model) {
      const message = `“${profile.name}” has no model “${name}” any more. Choose another in Settings, AI.`;
      throw new AppError('ai_not_configured', { message });
    }
    return ofProfile(profile, model);
  }

  return {
    of,
    reach,
    environment: environment.models,
    hasEnvironment: environment.isThere,
    async reader() {
      const { secondReader, text } = await findChoices(db);
      const choice = secondReader.model ?? text;
      return choice ? of(choice.providerId, choice.model, 'text') : environment.choose('text');
    },
    async choose(use, step) {
      const choices = await findChoices(db);
      const ofStep = use === 'text' ? choices.steps.find(({ stepId }) => stepId === step) : undefined;
      const choice = ofStep ?? choices[use];
      return choice ? of(choice.providerId, choice.model, use) : environment.choose(use);
    },
    async pricesOf(providerId, name) {
      if (providerId === null) return environment.prices;
      const model = (await findProvider(db, providerId))?.models.find((each) => each.name === name);
      return model ? pricesOf(model) : NO_PRICES;
    },
    redact: redactors.redact,
  };
}

/**
 * Makes the functions that remove keys and addresses from texts. Each function is kept, so that it is also applied to
 * text that is logged later.
 */
function createRedactors() {
  const all = new Map<string, Redact>();
  return {
    of(apiKey: string | undefined, baseUrl: string | undefined): Redact {
      const id = `${apiKey} ${baseUrl}`;
      const redact = all.get(id) ?? createRedactor({ apiKey, baseUrl });
      all.set(id, redact);
      return redact;
    },
    redact: (text: string) => [...all.values()].reduce((clean, redact) => redact(clean), text),
  };
}

/** The key of a profile; undefined when the profile has none, null when its key cannot be opened. */
export function openKey(
  { sealedKey, address }: Pick<StoredProvider, 'sealedKey' | 'address'>,
  keys: SealedKeys,
): string | undefined | null {
  return sealedKey === null ? undefined : keys.open(sealedKey, new URL(address).origin);
}

function pricesOf({ priceInput, priceOutput, pricePicture }: AiModel): Prices {
  return { input: priceInput ?? undefined, output: priceOutput ?? undefined, image: pricePicture ?? undefined };
}
