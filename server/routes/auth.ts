import type { FastifyReply } from 'fastify';
import { callerOf, strangerOf } from '#server/http/origin-of.ts';
import { clientNetwork } from '#server/services/client-network.ts';
import type { Services } from '#server/services/index.ts';
import {
  askReset,
  CLIENT_HEADER,
  confirmPassword,
  DEVICE_COOKIE,
  endSession,
  getMe,
  getReset,
  listSessions,
  login,
  logout,
  updateCredentials,
  useReset,
} from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Register } from './register.ts';
import { sessionRowId } from './session-row.ts';

/** Seconds a browser is known after it has signed in. */
const DEVICE_LIFETIME = 400 * 24 * 60 * 60;
const USER_AGENT_KEPT = 300;

interface AuthRouteOptions {
  clock: Clock;
  /** Whether cookies may travel by https only. */
  isHttps: boolean;
}

export function addAuthRoutes(
  register: Register,
  { auth, sessions, audit, passwordReset }: Services,
  { clock, isHttps }: AuthRouteOptions,
): void {
  // No limit of the platform here: it would count everybody behind one proxy as one, and let them lock the owner out.
  register(login, async ({ body, request, reply }) => {
    const device = request.cookies[DEVICE_COOKIE];
    const outcome = await auth.signIn({ ...body, address: request.ip, device });
    if (outcome.kind === 'wait') throw tooManyAttempts(reply, outcome.seconds);
    if (outcome.kind === 'refused') {
      audit.refuse({ event: 'sign_in_failed', network: clientNetwork(request.ip) });
      throw new AppError('invalid_credentials');
    }
    // A new id at login: one that was set before, by whomever, is worth nothing.
    await request.session.regenerate();
    const now = clock.now();
    const via = request.headers[CLIENT_HEADER] === 'desktop' ? 'desktop' : 'browser';
    Object.assign(request.session, {
      adminId: outcome.admin.id,
      createdAt: now,
      lastSeen: now,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_KEPT),
      via,
    });
    reply.setCookie(DEVICE_COOKIE, outcome.device, {
      path: login.path,
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps,
      maxAge: DEVICE_LIFETIME,
    });
    await audit.note({ event: 'signed_in', by: callerOf(request, via) });
    return outcome.admin;
  });

  register(getReset, () => ({ isOpen: passwordReset.isOpen }));
  register(askReset, ({ body, request }) => {
    passwordReset.ask(body.email, strangerOf(request));
    return undefined;
  });
  register(useReset, async ({ body, request }) => {
    try {
      await passwordReset.use(body.secret, body.password, strangerOf(request));
    } catch (error) {
      if (error instanceof AppError && error.code === 'reset_link_over')
        audit.refuse({ event: 'reset_link_refused', network: clientNetwork(request.ip) });
      throw error;
    }
    return undefined;
  });

  register(logout, async ({ request }) => {
    await request.session.destroy();
    await audit.note({ event: 'signed_out' });
    return undefined;
  });

  register(getMe, async (call) => {
    const admin = await auth.find(ownerOf(call));
    if (!admin) throw new AppError('unauthorized');
    return admin;
  });

  // Each such call may cost the hashing of a password.
  register(updateCredentials, (call) => auth.change(ownerOf(call), call.body, sessionRowId(call.request)), {
    perMinute: 10,
  });

  register(confirmPassword, async (call) => {
    const { body, request, reply } = call;
    const outcome = await auth.confirm(ownerOf(call), sessionRowId(request), body.password);
    if (outcome.kind === 'wait') throw tooManyAttempts(reply, outcome.seconds);
    if (outcome.kind === 'refused') {
      audit.refuse({ event: 'confirm_failed', network: clientNetwork(request.ip) });
      throw new AppError('invalid_credentials', { message: 'This is not your password.' });
    }
    // What the session may do from now on is for the cookie that is set with this answer, not for one somebody copied.
    const kept = Object.fromEntries(Object.entries(request.session).filter(([name]) => name !== 'cookie'));
    await request.session.regenerate();
    Object.assign(request.session, kept, { confirmedAt: clock.now() });
    await audit.note({ event: 'password_confirmed' });
    return undefined;
  });

  register(listSessions, (call) => sessions.list(ownerOf(call), sessionRowId(call.request)));

  register(endSession, async (call) => {
    await sessions.end(ownerOf(call), call.params.id);
    return undefined;
  });
}

function tooManyAttempts(reply: FastifyReply, seconds: number): AppError {
  reply.header('retry-after', seconds);
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('rate_limited', { message: `Too many attempts. Wait ${wait} and try again.` });
}

/** The signed-in owner's id, in calls whose access is `admin`, where it is never missing. */
function ownerOf({ adminId }: { adminId: number | null }): number {
  if (adminId === null) throw new AppError('unauthorized');
  return adminId;
}
