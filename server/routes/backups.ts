import type { Services } from '#server/services/index.ts';
import { downloadBackup, listBackups, runBackup } from '#shared/contract/backups.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { Register } from './register.ts';
import { sendFile } from './send-file.ts';

/**
 * The backups, for the owner. A backup contains everything that the site knows, and is given only to the owner's own
 * session: no token of a program gives access.
 */
export function addBackupRoutes(register: Register, { backups }: Services, timers: Timers): void {
  register(listBackups, () => backups.status());
  register(
    runBackup,
    () => {
      backups.begin();
      return backups.status();
    },
    { perMinute: 6 },
  );
  register(
    downloadBackup,
    async (call) => {
      const { name } = call.params;
      const backup = await backups.find(name);
      if (!backup) throw new AppError('not_found');
      return sendFile(call, { name, ...backup, type: 'application/x-tar', timers });
    },
    { perMinute: 12 },
  );
}
