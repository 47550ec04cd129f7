import type { Services } from '#server/services/index.ts';
import { listBackups, runBackup } from '#shared/contract/backups.ts';
import type { Register } from './register.ts';

/** The backups as the owner sees them. None is sent to a browser: it holds everything the site knows. */
export function addBackupRoutes(register: Register, { backups }: Services): void {
  register(listBackups, () => backups.status());
  register(
    runBackup,
    () => {
      backups.begin();
      return backups.status();
    },
    { perMinute: 6 },
  );
}
