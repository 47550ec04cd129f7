import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '#server/http/origin-of.ts';
import { beginSession } from '#server/http/session.ts';
import { clientNetwork } from '#server/services/client-network.ts';
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

const USER_AGENT_STORED = 300;
/** The most codes and passkeys per minute from one client, right or wrong: each costs the server work. */
const STEPS_A_MINUTE = 30;
/** A client that waits for an approval asks every five seconds. */
const LOOKS_A_MINUTE = 60;

type AuditNote = Parameters<Services['audit']['note']>[0];

/** The parts that the routes of a sign-in share. */
export interface SignInParts {
  services: Pick<Services, 'audit' | 'auth' | 'passwordReset' | 'sessions' | 'secondFactors'>;
  cookies: AuthCookies;
  clock: Clock;
  siteUrl: string;
}

/** The facts about the calling program that a session stores. */
export const programOf = ({ headers }: FastifyRequest) => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_STORED),
  via: headers[CLIENT_HEADER] === 'desktop' ? ('desktop' as const) : ('browser' as const),
});

/**
 * The site, as passkeys know it, under the address of a request; null when passkeys cannot be used there, and for the
 * desktop app.
 */
export function relyingPartyFor(request: FastifyRequest, siteUrl: string): RelyingParty | null {
  if (programOf(request).via === 'desktop') return null;
  return relyingPartyOf(siteUrl, request.socket.localPort);
}

/** Signs the owner in: begins a session, always with a new id, and sets the cookie by which the browser is known. */
export async function signIn(
  { services: { audit, sessions }, cookies, clock }: SignInParts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { admin, device, isCurrent }: Awaited<ReturnType<SignInParts['services']['auth']['admit']>>,
): Promise<AdminRecord> {
  const { idleMinutes } = await sessions.life();
  await beginSession(request, { adminId: admin.id, ...programOf(request) }, { now: clock.now(), idleMinutes });
  if (!(await isCurrent())) {
    await request.session.destroy();
    throw new AppError('invalid_credentials');
  }
  cookies.keepDevice(reply, device);
  await audit.note({ event: 'signed_in', by: callerOf(request, programOf(request).via) });
  return admin;
}

export function tooManyAttempts(reply: FastifyReply, seconds: number): AppError {
  reply.header('retry-after', seconds);
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('rate_limited', { message: `Too many attempts. Wait ${wait} and try again.` });
}

/** The second step of a sign-in, which is identified by the cookie of the first step. */
export function addSignInStepRoutes(register: Register, parts: SignInParts): void {
  const { services, cookies, siteUrl } = parts;
  const { audit, auth } = services;
  const { steps } = services.secondFactors;

  const takerOf = (request: FastifyRequest): StepTaker => ({
    key: cookies.step(request),
    address: request.ip,
    device: cookies.device(request),
    site: relyingPartyFor(request, siteUrl),
  });
  /** Does the second step, and signs the owner in when it was passed. `note` is the entry for the log. */
  const finish = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    note: Pick<AuditNote, 'event' | 'name'>,
    step: (taker: StepTaker) => ReturnType<typeof steps.withTotp>,
  ) => {
    const outcome = await step(takerOf(request)).catch((error: unknown) => {
      if (error instanceof AppError && isRefusal(error)) {
        audit.refuse({ event: 'second_step_failed', network: clientNetwork(request.ip) });
      }
      throw error;
    });
    if (outcome.kind === 'wait') throw tooManyAttempts(reply, outcome.seconds);
    const admitted = await auth.admit(outcome.account, cookies.device(request));
    cookies.dropStep(reply);
    await audit.note({ ...note, by: callerOf(request, programOf(request).via) });
    return signIn(parts, { request, reply }, admitted);
  };

  register(getSignInStep, ({ request }) => steps.read(takerOf(request)));
  register(
    signInWithTotp,
    ({ body, ...call }) => finish(call, by('the authenticator app'), (taker) => steps.withTotp(taker, body.code)),
    { perMinute: STEPS_A_MINUTE },
  );
  register(
    signInWithRecoveryCode,
    ({ body, ...call }) =>
      finish(call, { event: 'recovery_code_used' }, (taker) => steps.withRecoveryCode(taker, body.code)),
    { perMinute: STEPS_A_MINUTE },
  );
  register(startPasskeySignIn, ({ request }) => steps.askPasskey(takerOf(request)), { perMinute: STEPS_A_MINUTE });
  register(
    signInWithPasskey,
    ({ body, ...call }) => finish(call, by('a passkey'), (taker) => steps.withPasskey(taker, body.passkey)),
    { perMinute: STEPS_A_MINUTE },
  );
  register(askApproval, ({ request }) => steps.askApproval(takerOf(request)), { perMinute: STEPS_A_MINUTE });
  register(getApproval, async ({ request }) => ({ state: await steps.approval(takerOf(request)) }), {
    perMinute: LOOKS_A_MINUTE,
  });
  register(signInApproved, (call) => finish(call, by('an approval'), steps.approved), { perMinute: STEPS_A_MINUTE });
}

const by = (name: string) => ({ event: 'second_step_done', name }) as const;

/** Whether somebody with the right password was refused because of the second factor. */
const isRefusal = ({ code }: AppError) => code === 'wrong_code' || code === 'passkey_refused';
