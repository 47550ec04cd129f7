import type { FastifyRequest } from 'fastify';
import { AppError } from '#shared/kernel/errors.ts';

declare module 'fastify' {
  interface Session {
    /** The time at which the password was last given again, in milliseconds since 1970; absent until it is. */
    confirmedAt?: number;
  }
}

/** The time, in milliseconds, for which a sign-in, or giving the password again, counts as recent. */
export const RECENT = 10 * 60 * 1000;

/**
 * Throws AppError `password_required` unless the owner has signed in, or given the password again, within the last ten
 * minutes (docs/rules.md, "Recent sign-in"). A time in the future does not count: the clock has been set back since.
 */
export function requireRecent({ session }: FastifyRequest, now: number): void {
  const times = [session.createdAt, session.confirmedAt];
  const isRecent = times.some((time) => time !== undefined && time <= now && now - time < RECENT);
  if (!isRecent) throw new AppError('password_required');
}
