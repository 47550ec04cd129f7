import { strangerOf } from '#server/http/origin-of.ts';
import { confirmSession } from '#server/http/session.ts';
import { clientNetwork } from '#server/services/client-network.ts';
import { STEP_LIFETIME } from '#server/services/second-factors/index.ts';
import { endOtherSessions, getSessionLife, updateSessionLife } from '#shared/contract/auth/session-life.ts';
import {
  askReset,
  confirmPassword,
  endSession,
  getMe,
  getReset,
  listSessions,
  login,
  logout,
  updateCredentials,
  useReset,
} from '#shared/contract/session.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Register } from './register.ts';
import { ownerOf } from './second-factors/owner-of.ts';
import { programOf, type SignInParts, signIn, tooManyAttempts } from './second-factors/sign-in-steps.ts';
import { sessionRowId } from './session-row.ts';

/** Signing in and out, the account, and the sessions of the account. */
export function addAuthRoutes(register: Register, parts: SignInParts): void {
  addSignIn(register, parts);
  addReset(register, parts.services);
  addConfirmation(register, parts);
  addSessions(register, parts.services);
}

/** Signing in and out, and the account. */
function addSignIn(register: Register, parts: SignInParts): void {
  const { cookies, services } = parts;
  const { auth, secondFactors, audit } = services;

  // No rate limit by client here: it would count everybody behind one proxy as one client, and let them lock the owner
  // out.
  register(login, async ({ body, request, reply }) => {
    const outcome = await auth.signIn({ ...body, address: request.ip, device: cookies.device(request) });
    if (outcome.kind === 'wait') throw tooManyAttempts(reply, outcome.seconds);
    if (outcome.kind === 'refused') {
      audit.refuse({ event: 'sign_in_failed', network: clientNetwork(request.ip) });
      throw new AppError('invalid_credentials');
    }
    if (outcome.kind === 'first-password-over') throw new AppError('first_password_over');
    if (outcome.kind === 'signed-in') return signIn(parts, { request, reply }, outcome);
    const key = secondFactors.steps.begin({
      ...{ account: outcome.account, address: request.ip, former: cookies.step(request) },
      ...programOf(request),
    });
    cookies.keepStep(reply, key, STEP_LIFETIME / 1000);
    throw new AppError('second_factor_required');
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

  // Each of these calls may require the hashing of a password.
  register(
    updateCredentials,
    async (call) => {
      const { admin, device } = await auth.change(ownerOf(call), call.body, sessionRowId(call.request));
      // The browser in which the password was changed stays known; all other browsers are no longer known.
      if (device !== null) cookies.keepDevice(call.reply, device);
      return admin;
    },
    { perMinute: 10 },
  );
}

/** A new password for an owner who has forgotten theirs. */
function addReset(register: Register, { passwordReset, audit }: SignInParts['services']): void {
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
}

/** The password, given again before a call that may do harm. */
function addConfirmation(register: Register, { services, clock }: SignInParts): void {
  const { auth, sessions, audit, secondFactors } = services;
  register(confirmPassword, async (call) => {
    const { body, request, reply } = call;
    const outcome = await auth.confirm(ownerOf(call), sessionRowId(request), body.password);
    if (outcome.kind === 'wait') throw tooManyAttempts(reply, outcome.seconds);
    if (outcome.kind === 'refused') {
      audit.refuse({ event: 'confirm_failed', network: clientNetwork(request.ip) });
      throw new AppError('invalid_credentials', { message: 'This is not your password.' });
    }
    // The session may have been ended while the password was checked: then it must not come back under a new id.
    if (!(await sessions.isAlive(sessionRowId(request)))) throw new AppError('unauthorized');
    // The session's new rights belong only to the cookie that is set with this answer, not to a copy of the former one.
    const { idleMinutes } = await sessions.life();
    const former = sessionRowId(request);
    await confirmSession(request, { now: clock.now(), idleMinutes });
    secondFactors.passkeys.sessionRenewed(former, sessionRowId(request));
    if (!(await outcome.isCurrent())) {
      await request.session.destroy();
      throw new AppError('unauthorized');
    }
    await audit.note({ event: 'password_confirmed' });
    return undefined;
  });
}

/** The sessions of the account, and how long they last. */
function addSessions(register: Register, { sessions, audit }: SignInParts['services']): void {
  register(listSessions, (call) => sessions.list(ownerOf(call), sessionRowId(call.request)));

  register(endOtherSessions, async (call) => {
    await sessions.endOthers(sessionRowId(call.request));
    await audit.note({ event: 'sessions_ended' });
    return undefined;
  });

  register(getSessionLife, () => sessions.life());
  register(updateSessionLife, async ({ body: { idleMinutes } }) => {
    const life = await sessions.setIdleMinutes(idleMinutes);
    await audit.note({ event: 'session_life_changed', details: { minutes: String(idleMinutes) } });
    return life;
  });

  register(endSession, async (call) => {
    await sessions.end(ownerOf(call), call.params.id);
    return undefined;
  });
}
