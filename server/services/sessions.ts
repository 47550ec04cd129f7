import { z } from 'zod';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { noteInAudit } from '#server/repositories/audit.ts';
import { destroySession, findSession, listSessions } from '#server/repositories/sessions.ts';
import type { SessionRecord } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { deviceName } from '#shared/kernel/device-name.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** What a row holds of a signed-in owner; times in milliseconds since 1970. */
const sessionData = z.object({
  adminId: z.int(),
  createdAt: z.number(),
  lastSeen: z.number(),
  userAgent: z.string().catch(''),
  via: z.enum(['browser', 'desktop']).catch('browser'),
});

/** Where an account is signed in. Sessions go by the id of their row, which is not the cookie's. */
export interface SessionService {
  /** Whether a session still signs its owner in. */
  isAlive(id: string): Promise<boolean>;
  /** Last seen first; `currentId` is the session that asks. */
  list(adminId: number, currentId: string): Promise<SessionRecord[]>;
  /** Signs one out. Throws AppError `not_found`, also for another account's. */
  end(adminId: number, id: string): Promise<void>;
}

export function createSessionService({ db, clock }: { db: Executor; clock: Clock }): SessionService {
  const ofAdmin = async (adminId: number) => {
    const rows = await listSessions(db, clock.now());
    return rows.flatMap(({ sid, sess }) => {
      const data = sessionData.safeParse(JSON.parse(sess));
      return data.success && data.data.adminId === adminId ? [{ id: sid, ...data.data }] : [];
    });
  };
  return {
    isAlive: async (id) => (await findSession(db, id, clock.now())) !== null,
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
      const ended = sessions.find((session) => session.id === id);
      if (!ended) throw new AppError('not_found');
      await atomically(db, async (trx) => {
        if (!(await destroySession(trx, id))) throw new AppError('not_found');
        const name = deviceName(ended.userAgent, ended.via);
        await noteInAudit(trx, { event: 'session_ended', name }, clock.now());
      });
    },
  };
}
