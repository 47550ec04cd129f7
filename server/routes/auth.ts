import type { Services } from '#server/services/index.ts';
import { getMe, login, logout } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Register } from './register.ts';

export function addAuthRoutes(register: Register, { auth }: Services, clock: Clock): void {
  register(
    login,
    async ({ body, request }) => {
      const admin = await auth.check(body.email, body.password);
      if (!admin) throw new AppError('invalid_credentials');
      // A new id at login: one that was set before, by whomever, is worth nothing.
      await request.session.regenerate();
      const now = clock.now();
      Object.assign(request.session, {
        adminId: admin.id,
        createdAt: now,
        lastSeen: now,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
        via: 'browser',
      });
      return admin;
    },
    { perMinute: 10 },
  );

  register(logout, async ({ request }) => {
    await request.session.destroy();
    return undefined;
  });

  register(getMe, async ({ adminId }) => {
    const admin = adminId === null ? null : await auth.find(adminId);
    if (!admin) throw new AppError('unauthorized');
    return admin;
  });
}
