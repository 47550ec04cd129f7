import { answerApproval, findApproval } from '#shared/contract/auth/approvals.ts';
import {
  addPasskey,
  confirmTotp,
  getSecondFactors,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
  startPasskey,
  startTotp,
} from '#shared/contract/auth/second-factors.ts';
import type { Call, Register } from '../register.ts';
import { sessionRowId } from '../session-row.ts';
import { ownerOf } from './owner-of.ts';
import { relyingPartyFor, type SignInParts } from './sign-in-steps.ts';

/** The most codes per minute: of an authenticator app while it is set up, and of approvals. */
const CODES_A_MINUTE = 10;

interface FactorRouteParts extends SignInParts {
  siteName: () => Promise<string>;
}

/** The second factors that the owner adds to the password, and removes again. */
export function addSecondFactorRoutes(register: Register, parts: FactorRouteParts): void {
  const { services, siteUrl, siteName } = parts;
  const { audit, auth, secondFactors } = services;
  const { totp, passkeys, recoveryCodes, approvals } = secondFactors;
  const makerOf = (call: Pick<Call<typeof startPasskey>, 'adminId' | 'request'>) => ({
    adminId: ownerOf(call),
    session: sessionRowId(call.request),
    site: relyingPartyFor(call.request, siteUrl),
  });

  register(getSecondFactors, (call) => secondFactors.read(ownerOf(call), relyingPartyFor(call.request, siteUrl)));

  register(startTotp, async (call) => {
    const adminId = ownerOf(call);
    const email = (await auth.find(adminId))?.email ?? '';
    return totp.start(adminId, { site: await siteName(), email });
  });
  register(
    confirmTotp,
    async (call) => {
      await totp.confirm(ownerOf(call), call.body.code);
      return undefined;
    },
    { perMinute: CODES_A_MINUTE },
  );
  register(removeTotp, async (call) => {
    await totp.remove(ownerOf(call));
    return undefined;
  });

  register(startPasskey, async (call) => passkeys.start(makerOf(call), await siteName()));
  register(addPasskey, (call) => passkeys.add(makerOf(call), call.body.name, call.body.passkey));
  register(renamePasskey, (call) => passkeys.rename(makerOf(call), call.params.id, call.body.name));
  register(removePasskey, async (call) => {
    await passkeys.remove(ownerOf(call), call.params.id);
    return undefined;
  });

  // Hashing ten codes takes a second of processor time.
  register(makeRecoveryCodes, async (call) => ({ codes: await recoveryCodes.make(ownerOf(call)) }), {
    perMinute: CODES_A_MINUTE,
  });

  register(findApproval, (call) => approvals.find(ownerOf(call), call.body.code), { perMinute: CODES_A_MINUTE });
  register(
    answerApproval,
    async (call) => {
      const { code, isApproved } = call.body;
      const { device, network } = approvals.answer(ownerOf(call), code, isApproved);
      const event = isApproved ? 'sign_in_approved' : 'sign_in_declined';
      await audit.note({ event, name: device, details: { from: network } });
      return undefined;
    },
    { perMinute: CODES_A_MINUTE },
  );
}
