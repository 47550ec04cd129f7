import type { Executor } from '#server/db/transaction.ts';
import { listPasskeys, notePasskeyUse, type StoredPasskey } from '#server/repositories/second-factors/passkeys.ts';
import type { PasskeyRequestOptions, UsedPasskey } from '#shared/contract/auth/passkey-shapes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { passkeyDescriptor, presentSite } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';
import { webAuthentication } from './web-authentication.ts';

/** The response that a passkey has signed, and the challenge it was given. */
interface Signed {
  passkey: UsedPasskey;
  challenge: string;
}

/** Passkeys at a sign-in. `site` is the site at which the request arrived; null when passkeys are unavailable. */
export interface PasskeySignIn {
  /** Whether one of the account's passkeys can be used at this site. */
  isThere(adminId: number, site: RelyingParty | null): Promise<boolean>;
  /** The challenge that a passkey has to sign. Throws AppError `passkeys_unavailable`. */
  ask(adminId: number, site: RelyingParty | null): Promise<PasskeyRequestOptions>;
  /**
   * Throws AppError `passkey_refused` for a response from another origin, for another challenge, with a counter that
   * went back, or without verification of its owner.
   */
  check(adminId: number, site: RelyingParty | null, signed: Signed): Promise<void>;
}

export function createPasskeySignIn({ db, clock }: { db: Executor; clock: Clock }): PasskeySignIn {
  const usable = async (adminId: number, { id }: RelyingParty) =>
    (await listPasskeys(db, adminId)).filter(({ relyingParty }) => relyingParty === id);
  return {
    async isThere(adminId, site) {
      return site !== null && (await usable(adminId, site)).length > 0;
    },
    async ask(adminId, site) {
      const here = presentSite(site);
      const { generateAuthenticationOptions } = await webAuthentication();
      return (await generateAuthenticationOptions({
        rpID: here.id,
        allowCredentials: (await usable(adminId, here)).map(passkeyDescriptor),
        userVerification: 'required',
      })) as PasskeyRequestOptions;
    },
    async check(adminId, site, { passkey, challenge }) {
      const here = presentSite(site);
      const stored = (await usable(adminId, here)).find(({ credentialId }) => credentialId === passkey.id);
      if (!stored) throw new AppError('passkey_refused');
      const counter = await counterOf(passkey, { stored, challenge, site: here });
      if (!(await notePasskeyUse(db, stored.id, counter, clock.now()))) throw new AppError('passkey_refused');
    },
  };
}

/** The number of uses that the passkey reports. Throws AppError `passkey_refused`. */
async function counterOf(
  { response, ...passkey }: UsedPasskey,
  { stored, challenge, site }: { stored: StoredPasskey; challenge: string; site: RelyingParty },
): Promise<number> {
  const { verifyAuthenticationResponse } = await webAuthentication();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: { ...response, userHandle: response.userHandle ?? undefined },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.id,
      credential: { id: stored.credentialId, publicKey: new Uint8Array(stored.publicKey), counter: stored.counter },
      requireUserVerification: true,
    });
    if (verified) return authenticationInfo.newCounter;
  } catch (error) {
    throw new AppError('passkey_refused', { cause: error });
  }
  throw new AppError('passkey_refused');
}
