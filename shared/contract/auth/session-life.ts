import { z } from 'zod';
import { bodyLimits, endpoint } from '../endpoint.ts';

/** The choices for how many minutes without a request end a session. */
export const IDLE_MINUTES = [60, 8 * 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60] as const;
export const DEFAULT_IDLE_MINUTES = 30 * 24 * 60;

/** The number of days after which a session ends, however much it is used. */
export const SESSION_DAYS = 90;

export const sessionLife = z
  .object({
    idleMinutes: z.union(IDLE_MINUTES.map((minutes) => z.literal(minutes))),
    /** The longest time a session lasts, in days. */
    days: z.int(),
  })
  .meta({ id: 'SessionLife' });
export type SessionLife = z.output<typeof sessionLife>;

export const getSessionLife = endpoint({
  name: 'getSessionLife',
  method: 'GET',
  path: '/api/auth/session-life',
  summary: 'How long the owner stays signed in',
  response: sessionLife,
});

export const updateSessionLife = endpoint({
  name: 'updateSessionLife',
  method: 'PUT',
  path: '/api/auth/session-life',
  recent: true,
  summary: 'Sets after how long without use a session ends; those that are open too',
  body: sessionLife.pick({ idleMinutes: true }),
  bodyLimit: bodyLimits.credentials,
  response: sessionLife,
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/auth/sessions',
  recent: true,
  summary: 'Signs out everywhere but here',
});
