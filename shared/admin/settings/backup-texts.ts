import type { BackupStatus } from '#shared/contract/backups.ts';

/** Says in one or two sentences when backups are made and where they are. */
export function backupPlan({ everyHours, keep, folder }: BackupStatus): string {
  if (everyHours === 0)
    return `None are made by themselves: BACKUP_EVERY_HOURS is not set. They are kept in ${folder}.`;
  const often = everyHours === 1 ? 'every hour' : everyHours === 24 ? 'every day' : `every ${everyHours} hours`;
  return `One is made ${often}, the newest ${keep === 1 ? 'one is' : `${keep} are`} kept in ${folder}.`;
}

/** Returns "512 KB", "1.4 GB": in decimal units, as disks are sold. */
export function backupSize(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB'];
  let size = bytes / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 9.95 && unit > 0 ? size.toFixed(1) : Math.ceil(size)} ${units[unit]}`;
}
