import { isIP } from 'node:net';
import { ALLOW_LOCAL, refusedAddress } from '#server/adapters/ai/provider-reach.ts';
import { hostOf } from '#server/adapters/reach.ts';
import type { StoredProvider } from '#server/repositories/ai-providers.ts';
import { type AiProviderProfile, ENVIRONMENT_PROVIDER, type ProviderFields } from '#shared/contract/ai-providers.ts';
import { ENVIRONMENT_NAME } from './environment-models.ts';
import { type Models, openKey } from './models.ts';
import { refusedField } from './refused-field.ts';
import type { SealedKeys } from './sealed-keys.ts';

export interface ProfileOptions {
  keys: SealedKeys;
  models: Pick<Models, 'hasEnvironment' | 'environment'>;
  isLocalAllowed: boolean;
}

export type NewProvider = Omit<StoredProvider, 'id'>;

/**
 * Converts a provider between its stored form and the form that the owner sees, which says of the key only whether
 * there is one.
 */
export interface ProviderProfiles {
  /** The stored form of the fields; `before` is the profile that they replace. Throws AppError `invalid_input`. */
  toStored(fields: ProviderFields, before: StoredProvider | null): NewProvider;
  toProfile(stored: StoredProvider, spentUsd: number): AiProviderProfile;
  /** The provider of the environment. */
  environment(spentUsd: number): AiProviderProfile;
}

export function createProviderProfiles({ keys, models, isLocalAllowed }: ProfileOptions): ProviderProfiles {
  function toStored(fields: ProviderFields, before: StoredProvider | null): NewProvider {
    const { key, ...rest } = fields;
    const address = readProviderAddress(fields.address, isLocalAllowed);
    const { origin } = new URL(address);
    const isElsewhere = before !== null && new URL(before.address).origin !== origin;
    // Otherwise anyone with a session could have the key sent to a server of their own.
    if (key === undefined && isElsewhere && before.sealedKey !== null) {
      throw refusedField('key', 'Enter the key again: it was given for another address.');
    }
    const sealedKey = key === undefined ? (before?.sealedKey ?? null) : key === '' ? null : keys.seal(key, origin);
    return { ...rest, address, sealedKey };
  }

  function toProfile(stored: StoredProvider, spentUsd: number): AiProviderProfile {
    const { sealedKey, ...profile } = stored;
    const key = sealedKey === null ? 'none' : openKey(stored, keys) === null ? 'again' : 'kept';
    return { ...profile, key, spentUsd, isReady: key !== 'again' && profile.models.length > 0 };
  }

  function environment(spentUsd: number): AiProviderProfile {
    return {
      id: ENVIRONMENT_PROVIDER,
      name: ENVIRONMENT_NAME,
      kind: 'other',
      address: null,
      key: models.hasEnvironment ? 'kept' : 'none',
      models: models.environment,
      monthlyLimitUsd: null,
      spentUsd,
      isReady: models.hasEnvironment,
    };
  }

  return { toStored, toProfile, environment };
}

/**
 * The stored form of the address of a provider's API: without a slash at its end. An address that is visibly forbidden
 * is refused here, at the form; the addresses to which its name resolves are checked at each connection. Throws
 * AppError `invalid_input`.
 */
function readProviderAddress(typed: string, isLocalAllowed: boolean): string {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refused('An address begins with https:// and ends, mostly, with /v1. The provider’s documentation has it.');
  }
  if (url.username || url.password) throw refused('The address must hold no name and no password.');
  if (url.search || url.hash) throw refused('The address must hold no “?” and no “#”.');
  const host = hostOf(url);
  const isPlain = url.protocol === 'http:';
  const shown = /(^|\.)localhost$/.test(host) ? '127.0.0.1' : host;
  const fault = isIP(shown) === 0 ? null : refusedAddress(isLocalAllowed ? 'local' : 'public', shown, isPlain);
  if (fault) throw refused(fault.message);
  if (isPlain && !isLocalAllowed) {
    throw refused(
      `The address must begin with https: the key would be read by others. A name inside a private network may do without. ${ALLOW_LOCAL}`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

const refused = (message: string) => refusedField('address', message);
