import { z } from 'zod';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { noteInAudit } from '#server/repositories/history/audit.ts';
import {
  destroySession,
  destroySessions,
  findIdleMinutes,
  findSession,
  listSessions,
  setIdleMinutes,
} from '#server/repositories/sessions.ts';
import { SESSION_DAYS, type SessionLife } from '#shared/contract/auth/session-life.ts';
import type { SessionRecord } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { deviceName } from '#shared/kernel/device-name.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The stored data of a signed-in owner's session; times in milliseconds since 1970. */
const sessionData = z.object({
  adminId: z.int(),
  createdAt: z.number(),
  lastSeen: z.number(),
  userAgent: z.string().catch(''),
  via: z.enum(['browser', 'desktop']).catch('browser'),
});
type SessionTimes = z.output<typeof sessionData>;

/**
 * The sessions in which an account is signed in. A session is identified by the id of its row, which is not that of the
 * cookie.
 */
export interface SessionService {
  /** The lifetime of a session. */
  life(): Promise<SessionLife>;
  setIdleMinutes(minutes: SessionLife['idleMinutes']): Promise<SessionLife>;
  /** Whether a session still signs its owner in. */
  isAlive(id: string): Promise<boolean>;
  /** The most recently seen session first; `currentId` is the session that makes the request. */
  list(adminId: number, currentId: string): Promise<SessionRecord[]>;
  /** Ends one session. Throws AppError `not_found`, also for a session of another account. */
  end(adminId: number, id: string): Promise<void>;
  /** Ends all sessions except this one. */
  endOthers(currentId: string): Promise<void>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LONGEST = SESSION_DAYS * DAY;

/**
 * When a session expires, in milliseconds since 1970: a certain time after its last use, and at the latest a certain
 * number of days after it began.
 */
export function sessionEnd({ createdAt, lastSeen }: Pick<SessionTimes, 'createdAt' | 'lastSeen'>, idleMinutes: number) {
  return Math.min(lastSeen + idleMinutes * MINUTE, createdAt + LONGEST);
}

/** Milliseconds after which the use of a session is recorded again: a small part of the idle time that is allowed. */
export const noteUseAfter = (idleMinutes: number): number => Math.min(DAY, (idleMinutes * MINUTE) / 24);

export function createSessionService({ db, clock }: { db: Executor; clock: Clock }): SessionService {
  const life = async (): Promise<SessionLife> => ({ idleMinutes: await findIdleMinutes(db), days: SESSION_DAYS });
  const isOpen = (session: SessionTimes, idleMinutes: number) => sessionEnd(session, idleMinutes) > clock.now();
  const ofAdmin = async (adminId: number) => {
    const { idleMinutes } = await life();
    const rows = await listSessions(db, clock.now());
    return rows.flatMap(({ sid, sess }) => {
      const { success, data } = sessionData.safeParse(JSON.parse(sess));
      return success && data.adminId === adminId && isOpen(data, idleMinutes) ? [{ id: sid, ...data }] : [];
    });
  };
  return {
    life,
    async setIdleMinutes(minutes) {
      await setIdleMinutes(db, minutes, clock.now());
      return life();
    },
    async isAlive(id) {
      const sess = await findSession(db, id, clock.now());
      const { success, data } = sessionData.safeParse(JSON.parse(sess ?? 'null'));
      return success && isOpen(data, await findIdleMinutes(db));
    },
    async list(adminId, currentId) {
      const now = clock.now();
      const sessions = await ofAdmin(adminId);
      return sessions
        .map((session) => ({ ...session, current: session.id === currentId }))
        .map((session) => ({ ...session, lastSeen: session.current ? now : session.lastSeen }))
        .sort((a, b) => b.lastSeen - a.lastSeen)
        .map(({ id, userAgent, via, createdAt, lastSeen, current }) => ({
          id,
          userAgent,
          via,
          createdAt: new Date(createdAt).toISOString(),
          lastSeen: new Date(lastSeen).toISOString(),
          current,
        }));
    },
    async end(adminId, id) {
      const sessions = await ofAdmin(adminId);
      const found = sessions.find((session) => session.id === id);
      if (!found) throw new AppError('not_found');
      await atomically(db, async (trx) => {
        if (!(await destroySession(trx, id))) throw new AppError('not_found');
        const name = deviceName(found.userAgent, found.via);
        await noteInAudit(trx, { event: 'session_ended', name }, clock.now());
      });
    },
    endOthers: (currentId) => destroySessions(db, { except: currentId }),
  };
}
