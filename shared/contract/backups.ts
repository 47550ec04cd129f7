import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate } from './fields.ts';

/** The backups the server keeps. */
export const backupStatus = z
  .object({
    /** A folder on the server, or a place in an object store ("s3://bucket/prefix"). */
    folder: z.string(),
    /** 0 where backups are made only on request. */
    everyHours: z.int(),
    /** The number of backups that are kept. */
    keep: z.int(),
    isRunning: z.boolean(),
    /** The newest first; `size` is in bytes, `verifiedAt` is null for a backup that was not verified. */
    backups: z.array(
      z
        .object({ name: z.string(), size: z.int(), createdAt: isoDate, verifiedAt: isoDate.nullable() })
        .meta({ id: 'Backup' }),
    ),
    lastVerifiedAt: isoDate.nullable(),
    nextAt: isoDate.nullable(),
    /** The failure of the last run; null where it succeeded. */
    failure: z.object({ at: isoDate, message: z.string() }).nullable(),
  })
  .meta({ id: 'BackupStatus' });
export type BackupStatus = z.output<typeof backupStatus>;

export const listBackups = endpoint({
  name: 'listBackups',
  method: 'GET',
  path: '/api/backups',
  summary: 'The backups the server keeps, and how the last run went',
  response: backupStatus,
  errors: ['storage_unavailable'],
});

export const runBackup = endpoint({
  name: 'runBackup',
  method: 'POST',
  path: '/api/backups',
  audit: 'backup_made',
  summary: 'Begins a backup, unless one is being made',
  response: backupStatus,
  errors: ['rate_limited'],
});

export const downloadBackup = endpoint({
  name: 'downloadBackup',
  method: 'GET',
  path: '/api/backups/:name',
  audit: 'backup_downloaded',
  summary: 'A backup as its file, which holds everything the site knows',
  params: z.object({ name: z.string().regex(/^ninefold-[\dTZ-]{1,40}\.tar$/, 'Must be the name of a backup') }),
  stream: 'application/x-tar',
  errors: ['not_found', 'rate_limited', 'storage_unavailable'],
});
