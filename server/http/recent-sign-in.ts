import type { FastifyRequest } from 'fastify';
import { AppError } from '#shared/kernel/errors.ts';

declare module 'fastify' {
  interface Session {
    /** When the password was last given again, in milliseconds since 1970; absent while it was not. */
    confirmedAt?: number;
  }
}

/** Milliseconds a sign-in, or a password given again, counts as recent. */
export const RECENT = 10 * 60 * 1000;

/**
 * Throws AppError `password_required` unless the owner has signed in, or given the password again, within the last ten
 * minutes (docs/rules.md, "Recent sign-in"). A time to come is none: somebody has set the clock back since.
 */
export function requireRecent({ session }: FastifyRequest, now: number): void {
  const times = [session.createdAt, session.confirmedAt];
  const isRecent = times.some((time) => time !== undefined && time <= now && now - time < RECENT);
  if (!isRecent) throw new AppError('password_required');
}
