import { atomically, type Executor } from '#server/db/transaction.ts';
import { findAdminById } from '#server/repositories/admin-users.ts';
import { noteInAudit } from '#server/repositories/history/audit.ts';
import { findTotp } from '#server/repositories/second-factors/one-time-codes.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
  type StoredPasskey,
} from '#server/repositories/second-factors/passkeys.ts';
import type { CreatedPasskey, PasskeyCreationOptions } from '#shared/contract/auth/passkey-shapes.ts';
import { MOST_PASSKEYS, type Passkey } from '#shared/contract/auth/second-factors.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { toPasskey } from './factors.ts';
import { refusePasskeyAlone } from './passkey-alone.ts';
import type { RelyingParty } from './relying-party.ts';
import { createShortMemory } from './short-memory.ts';
import type { TotpService } from './totp.ts';
import { webAuthentication } from './web-authentication.ts';

/** The time, in milliseconds, in which a browser has to create a passkey. */
const MAKING = 5 * 60_000;

/** EdDSA, ES256, RS256: the algorithms of authenticators (RFC 9053, RFC 8812). */
const ALGORITHMS = [-8, -7, -257];

const NOT_MADE = 'The passkey could not be added. Try again, in this browser and at this address.';

/** The context in which a passkey is added: the account, the session and the site of the request. */
interface Maker {
  adminId: number;
  /** The id of the session's row. */
  session: string;
  site: RelyingParty | null;
}

/**
 * The passkeys that the owner manages (docs/rules.md, "Second factors"). Throws AppError `passkeys_unavailable` when
 * the site cannot have any.
 */
export interface PasskeyService {
  /** Throws AppError `passkey_alone`, `too_many_passkeys`. */
  start(maker: Maker, siteName: string): Promise<PasskeyCreationOptions>;
  /**
   * Throws AppError `invalid_input` for a passkey that was not made for this session, also `passkey_alone`,
   * `too_many_passkeys`.
   */
  add(maker: Maker, name: string, created: CreatedPasskey): Promise<Passkey>;
  /** The session has a new id: its challenge for making a passkey is moved to it. */
  sessionRenewed(from: string, to: string): void;
  /** Throws AppError `not_found`. */
  rename(maker: Maker, id: number, name: string): Promise<Passkey>;
  /** Throws AppError `not_found`. */
  remove(adminId: number, id: number): Promise<void>;
}

interface PasskeyOptions {
  db: Executor;
  clock: Clock;
  totp: TotpService;
}

export function createPasskeyService({ db, clock, totp }: PasskeyOptions): PasskeyService {
  /** Challenges by the session to which they were given. */
  const making = createShortMemory<string>(clock, MAKING, 1000);

  const refuseMore = async (ex: Executor, adminId: number, hasTotp: boolean) => {
    await refusePasskeyAlone(ex, adminId, hasTotp);
    const known = await listPasskeys(ex, adminId);
    if (known.length >= MOST_PASSKEYS) throw new AppError('too_many_passkeys');
    return known;
  };
  const hasTotp = async (adminId: number) => (await totp.find(adminId))?.isReadable === true;

  return {
    async start({ adminId, session, site }, siteName) {
      const { id } = presentSite(site);
      const known = await refuseMore(db, adminId, await hasTotp(adminId));
      const account = await findAdminById(db, adminId);
      if (!account) throw new AppError('unauthorized');
      const { generateRegistrationOptions } = await webAuthentication();
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID: id,
        userName: account.email,
        userDisplayName: account.name,
        // The same value each time, so that an authenticator keeps only one passkey for this account.
        userID: new Uint8Array(Buffer.from(`account ${adminId}`)),
        timeout: MAKING,
        attestationType: 'none',
        excludeCredentials: known.map(passkeyDescriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      making.set(session, options.challenge);
      return options as PasskeyCreationOptions;
    },
    async add({ adminId, session, site }, name, created) {
      const { id, origins } = presentSite(site);
      const has = await hasTotp(adminId);
      await refuseMore(db, adminId, has);
      const challenge = making.take(session);
      if (challenge === undefined) throw notMade();
      const { credential } = await registration(created, { challenge, id, origins });
      const stored = await atomically(db, async (trx) => {
        // The authenticator app may have been removed while the passkey was checked.
        await refuseMore(trx, adminId, has && (await findTotp(trx, adminId)) !== null);
        await noteInAudit(trx, { event: 'passkey_added', name }, clock.now());
        return insertPasskey(
          trx,
          adminId,
          {
            name,
            credentialId: credential.id,
            publicKey: Buffer.from(credential.publicKey),
            counter: credential.counter,
            transports: [...(created.response.transports ?? [])],
            relyingParty: id,
          },
          clock.now(),
        );
      });
      return toPasskey(stored, id);
    },
    sessionRenewed: making.rename,
    async rename({ adminId, site }, id, name) {
      const stored = await atomically(db, async (trx) => {
        await noteInAudit(trx, { event: 'passkey_renamed', subject: id, name }, clock.now());
        return (await renamePasskey(trx, adminId, id, name)) ?? notThere();
      });
      return toPasskey(stored, site?.id);
    },
    async remove(adminId, id) {
      await atomically(db, async (trx) => {
        const name = (await deletePasskey(trx, adminId, id)) ?? notThere();
        await noteInAudit(trx, { event: 'passkey_removed', subject: id, name }, clock.now());
      });
    },
  };
}

/** Throws AppError `passkeys_unavailable`. */
export function presentSite(site: RelyingParty | null): RelyingParty {
  if (!site) throw new AppError('passkeys_unavailable');
  return site;
}

function notThere(): never {
  throw new AppError('not_found');
}

const notMade = (cause?: unknown) =>
  new AppError('invalid_input', { message: NOT_MADE, issues: [{ path: 'passkey', message: NOT_MADE }], cause });

/** The description of a passkey for a browser. */
export const passkeyDescriptor = ({ credentialId, transports }: StoredPasskey) => ({ id: credentialId, transports });

async function registration(created: CreatedPasskey, { challenge, id, origins }: RelyingParty & { challenge: string }) {
  const { verifyRegistrationResponse } = await webAuthentication();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...created, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (verified) return registrationInfo;
  } catch (error) {
    // The library throws when the submitted data is invalid.
    throw notMade(error);
  }
  throw notMade();
}
