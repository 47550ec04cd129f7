import type { FastifyReply, FastifyRequest } from 'fastify';
import { STEP_COOKIE } from '#shared/contract/auth/sign-in-steps.ts';
import { cookieName, DEVICE_COOKIE, login } from '#shared/contract/session.ts';

/** The time, in seconds, for which a browser stays known after a sign-in. */
const DEVICE_LIFETIME = 400 * 24 * 60 * 60;

/** The cookies of a sign-in other than the session's. */
export interface AuthCookies {
  /** The value that a browser keeps from an earlier sign-in; undefined when it has none. */
  device(request: FastifyRequest): string | undefined;
  keepDevice(reply: FastifyReply, device: string): void;
  /** The value that a browser keeps between the two steps of a sign-in. */
  step(request: FastifyRequest): string | undefined;
  /** @param seconds how long the step is valid. */
  keepStep(reply: FastifyReply, key: string, seconds: number): void;
  dropStep(reply: FastifyReply): void;
}

/** @param isHttps whether the cookies are sent by https only, and are bound to the host. */
export function createAuthCookies(isHttps: boolean): AuthCookies {
  const deviceName = cookieName(DEVICE_COOKIE, isHttps);
  const stepName = cookieName(STEP_COOKIE, isHttps);
  // A cookie that is bound to the host must have this path.
  const path = isHttps ? '/' : login.path;
  const rules = { path, httpOnly: true, sameSite: 'strict', secure: isHttps } as const;
  return {
    // Behind https, this cookie once had another name. It gives access to nothing under either name.
    device: ({ cookies }) => cookies[deviceName] ?? cookies[DEVICE_COOKIE],
    keepDevice: (reply, device) => void reply.setCookie(deviceName, device, { ...rules, maxAge: DEVICE_LIFETIME }),
    step: ({ cookies }) => cookies[stepName],
    keepStep: (reply, key, seconds) => void reply.setCookie(stepName, key, { ...rules, maxAge: seconds }),
    dropStep: (reply) => void reply.clearCookie(stepName, rules),
  };
}
