import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginSession } from '#server/http/session.ts';
import type { Services } from '#server/services/index.ts';
import { type RelyingParty, relyingPartyOf, type StepTaker } from '#server/services/second-factors/index.ts';
import {
  askApproval,
  getApproval,
  getSignInStep,
  signInApproved,
  signInWithPasskey,
  signInWithRecoveryCode,
  signInWithTotp,
  startPasskeySignIn,
} from '#shared/contract/auth/sign-in-steps.ts';
import { type AdminRecord, CLIENT_HEADER } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Register } from '../register.ts';
import type { AuthCookies } from './auth-cookies.ts';

const USER_AGENT_KEPT = 300;
/** Codes and passkeys a minute from one client, whatever comes of them: each costs the server work. */
const STEPS_A_MINUTE = 30;
/** A client that waits for an approval asks every five seconds. */
const LOOKS_A_MINUTE = 60;

/** What the routes of a sign-in have in common. */
export interface SignInParts {
  services: Pick<Services, 'auth' | 'sessions' | 'secondFactors'>;
  cookies: AuthCookies;
  clock: Clock;
  siteUrl: string;
}

/** What a session keeps of the program it is of. */
export const programOf = ({ headers }: FastifyRequest) => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_KEPT),
  via: headers[CLIENT_HEADER] === 'desktop' ? ('desktop' as const) : ('browser' as const),
});

/** The site as a request came to it, as passkeys know it; null where there are none, and for the desktop app. */
export function relyingPartyFor(request: FastifyRequest, siteUrl: string): RelyingParty | null {
  if (programOf(request).via === 'desktop') return null;
  return relyingPartyOf(siteUrl, request.socket.localPort);
}

/** Signs the owner in: a session, always with a new id, and what the browser is known by. */
export async function signIn(
  { services: { sessions }, cookies, clock }: SignInParts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { admin, device }: { admin: AdminRecord; device: string },
): Promise<AdminRecord> {
  const { idleMinutes } = await sessions.life();
  await beginSession(request, { adminId: admin.id, ...programOf(request) }, { now: clock.now(), idleMinutes });
  cookies.keepDevice(reply, device);
  return admin;
}

export function tooManyAttempts(reply: FastifyReply, seconds: number): AppError {
  reply.header('retry-after', seconds);
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('rate_limited', { message: `Too many attempts. Wait ${wait} and try again.` });
}

/** The second step of a sign-in: the first one's cookie says of which. */
export function addSignInStepRoutes(register: Register, parts: SignInParts): void {
  const { services, cookies, siteUrl } = parts;
  const { steps } = services.secondFactors;

  const takerOf = (request: FastifyRequest): StepTaker => ({
    key: cookies.step(request),
    address: request.ip,
    device: cookies.device(request),
    site: relyingPartyFor(request, siteUrl),
  });
  const finish = async (
    exchange: { request: FastifyRequest; reply: FastifyReply },
    outcome: Awaited<ReturnType<typeof steps.withTotp>>,
  ) => {
    if (outcome.kind === 'wait') throw tooManyAttempts(exchange.reply, outcome.seconds);
    const admitted = await services.auth.admit(outcome.adminId, cookies.device(exchange.request));
    cookies.dropStep(exchange.reply);
    return signIn(parts, exchange, admitted);
  };

  register(getSignInStep, ({ request }) => steps.read(takerOf(request)));
  register(
    signInWithTotp,
    async ({ body, ...call }) => finish(call, await steps.withTotp(takerOf(call.request), body.code)),
    { perMinute: STEPS_A_MINUTE },
  );
  register(
    signInWithRecoveryCode,
    async ({ body, ...call }) => finish(call, await steps.withRecoveryCode(takerOf(call.request), body.code)),
    { perMinute: STEPS_A_MINUTE },
  );
  register(startPasskeySignIn, ({ request }) => steps.askPasskey(takerOf(request)), { perMinute: STEPS_A_MINUTE });
  register(
    signInWithPasskey,
    async ({ body, ...call }) => finish(call, await steps.withPasskey(takerOf(call.request), body.passkey)),
    { perMinute: STEPS_A_MINUTE },
  );
  register(askApproval, ({ request }) => steps.askApproval(takerOf(request)), { perMinute: STEPS_A_MINUTE });
  register(getApproval, async ({ request }) => ({ state: await steps.approval(takerOf(request)) }), {
    perMinute: LOOKS_A_MINUTE,
  });
  register(signInApproved, async (call) => finish(call, await steps.approved(takerOf(call.request))), {
    perMinute: STEPS_A_MINUTE,
  });
}
