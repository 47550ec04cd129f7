import { expect, it } from 'vitest';
import { backupPlan, backupSize } from './backup-texts.ts';

const status = {
  folder: '/backups',
  everyHours: 24,
  keep: 7,
  isRunning: false,
  backups: [],
  lastVerifiedAt: null,
  nextAt: null,
  failure: null,
};

it.each([
  [{}, 'One is made every day, the newest 7 are kept in /backups.'],
  [{ everyHours: 1, keep: 1 }, 'One is made every hour, the newest one is kept in /backups.'],
  [{ everyHours: 6 }, 'One is made every 6 hours, the newest 7 are kept in /backups.'],
  [{ everyHours: 0 }, 'None are made by themselves: BACKUP_EVERY_HOURS is not set. They are kept in /backups.'],
])('the plan of %j', (changes, text) => {
  expect(backupPlan({ ...status, ...changes })).toBe(text);
});

it.each([
  [1, '1 KB'],
  [511_900, '512 KB'],
  [999_800, '1.0 MB'],
  [1_449_000, '1.4 MB'],
  [23_400_000, '24 MB'],
  [1_400_000_000, '1.4 GB'],
  [5_000_000_000_000_000, '5000 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(backupSize(bytes)).toBe(text);
});
